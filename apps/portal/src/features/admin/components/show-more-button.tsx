import { Button, moveFocusToAddedRowOnUnmount } from '@portal/ui';

interface ShowMoreProps {
  loading: boolean;
  onClick: () => void;
}

export function ShowMoreButton(props: ShowMoreProps) {
  return (
    <div className="border-t border-line p-3 text-center">
      <Button ref={moveFocusToAddedRowOnUnmount} size="sm" {...props}>
        Show more
      </Button>
    </div>
  );
}
