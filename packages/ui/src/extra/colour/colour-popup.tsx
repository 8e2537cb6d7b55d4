import { Popover } from '@base-ui/react/popover';
import { InputField } from '../../form/input-field.tsx';
import { parseHexColour } from './parse-hex-colour.ts';
import { SwatchGrid } from './swatch-grid.tsx';

export interface ColourPopupProps {
  anchor: HTMLElement;
  open: boolean;
  label: string;
  value: string;
  swatches: readonly string[];
  onChange: (value: string) => void;
  onOpenChange: (open: boolean) => void;
}

export default function ColourPopup(props: ColourPopupProps) {
  const { anchor, open, label, value, swatches, onChange, onOpenChange } = props;
  const handleHexInput = (text: string | null) => {
    const colour = parseHexColour(text ?? '');
    if (colour) onChange(colour);
  };
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, details) => {
        const { target } = details.event;
        // The button handles clicks on itself: closing here would make it open the picker again.
        if (!next && target instanceof Node && anchor.contains(target)) details.cancel();
        else onOpenChange(next);
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="start" sideOffset={4} className="z-40 outline-none">
          <Popover.Popup
            aria-label={label}
            finalFocus={() => anchor}
            className="flex w-64 origin-(--transform-origin) flex-col gap-3 rounded-lg bg-raised p-3 shadow-float outline-none transition-[opacity,transform] data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0"
          >
            <SwatchGrid label={label} swatches={swatches} value={value} onChange={onChange} />
            <div className="flex items-end gap-2">
              <div className="min-w-0 flex-1">
                <InputField label="Hex value" mono compact letterCase="lower" value={value} onChange={handleHexInput} />
              </div>
              <input
                type="color"
                aria-label="Any colour"
                value={value}
                onChange={(event) => onChange(event.target.value)}
                className="form-control h-9 w-11 flex-none cursor-pointer p-1"
              />
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
