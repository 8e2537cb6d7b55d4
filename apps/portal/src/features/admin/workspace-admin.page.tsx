import { AdminSections } from './admin-sections.tsx';
import { StaffOnly } from './staff-only.tsx';

export function Component() {
  return (
    <StaffOnly>
      <AdminSections />
    </StaffOnly>
  );
}
