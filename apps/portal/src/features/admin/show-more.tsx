import { Button, keepFocusAtEnd } from '@portal/ui';

interface ShowMoreProps {
  loading: boolean;
  onClick: () => void;
}

/** Stands below a list that has more than is shown. */
export function ShowMore(props: ShowMoreProps) {
  return (
    <div className="border-t border-line p-3 text-center">
      <Button ref={keepFocusAtEnd} size="sm" {...props}>
        Show more
      </Button>
    </div>
  );
}
