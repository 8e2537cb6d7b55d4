export { Icon, type IconProps } from './icon/icon.tsx';
export { loadIcons } from './icon/icon-loader.ts';
export type { IconName } from './icon/icon-name.ts';
export { Button, type ButtonProps } from './button/button.tsx';
export { IconButton, type IconButtonProps } from './button/icon-button.tsx';
export type { ButtonSize, ButtonVariant } from './button/button-classes.ts';
export type { FieldProps } from './form/form-field.tsx';
export { TextField, type TextFieldProps } from './form/text-field.tsx';
export { TextArea, type TextAreaProps } from './form/text-area.tsx';
export { InputField, type InputFieldProps } from './form/input-field.tsx';
export { SelectField, type SelectFieldProps, type SelectGroup, type SelectOption } from './form/select-field.tsx';
export { ComboboxField, type ComboboxFieldProps, type ComboboxOption } from './form/combobox-field.tsx';
export { RadioGroup, type RadioGroupProps } from './form/radio-group.tsx';
export type { ChoiceOption } from './form/choice-group.tsx';
export { FieldGroup, type FieldGroupProps } from './form/field-group.tsx';
export { normaliseText, type NormaliseOptions } from './form/normalise.ts';
export type { TextKind } from './form/field-kinds.ts';
export { Checkbox, type CheckboxProps } from './form/checkbox.tsx';
export { SaveBar, type SaveBarProps } from './form/save-bar.tsx';
export { SearchBox, type SearchBoxProps } from './search-box/search-box.tsx';
export { Alert, type AlertProps } from './feedback/alert.tsx';
export { Banner, type BannerProps } from './feedback/banner.tsx';
export { Badge, type BadgeProps } from './feedback/badge.tsx';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state.tsx';
export { FloatingNotice, type FloatingNoticeProps, type Notice } from './feedback/floating-notice.tsx';
export {
  Skeleton,
  SkeletonField,
  SkeletonText,
  type SkeletonProps,
  type SkeletonTextProps,
} from './feedback/skeleton.tsx';
export { SkeletonTable } from './feedback/skeleton-table.tsx';
export { Splash, type SplashProps } from './feedback/splash.tsx';
export { StepMark, Steps, type Step, type StepsProps } from './feedback/steps.tsx';
export type { Tone } from './feedback/tones.ts';
export { Modal } from './overlay/modal.tsx';
export type { ModalProps } from './overlay/modal-popup.tsx';
export { ConfirmModal, type ConfirmModalProps } from './overlay/confirm-modal.tsx';
export { Menu, type MenuProps } from './overlay/menu.tsx';
export { RowMenu, type RowMenuProps } from './overlay/row-menu.tsx';
export type { MenuEntry, MenuItem } from './overlay/menu-popup.tsx';
export { isPaletteKey } from './overlay/palette-key.ts';
export { whenIdle } from './when-idle.ts';
export { Tooltip, type TooltipProps } from './overlay/tooltip.tsx';
export { Tabs, type Tab, type TabsProps } from './tabs/tabs.tsx';
export { ToggleGroup, type ToggleGroupProps, type ToggleOption } from './filter/toggle-group.tsx';
export { FilterPill, type FilterPillProps } from './filter/filter-pill.tsx';
export { RichLink } from './text/rich-link.tsx';
export { ClockOffsetContext } from './text/clock-offset.ts';
export { Truncate, TruncatedTitle, type TruncateProps } from './text/truncate.tsx';
export { CopyButton, type CopyButtonProps } from './text/copy-button.tsx';
export { CopyableText, type CopyableTextProps } from './text/copyable-text.tsx';
export { CopyBlock, type CopyBlockProps } from './text/copy-block.tsx';
export { CopyField, type CopyFieldProps } from './text/copy-field.tsx';
export { useMinuteClock } from './text/use-minute-clock.ts';
export { RelativeTime } from './text/relative-time.tsx';
export { Timestamp, type TimestampProps } from './text/timestamp.tsx';
export {
  formatDate,
  formatDateTime,
  formatDateWithWeekday,
  formatMinutes,
  formatTimeZone,
  type TimeZone,
} from './text/format-date.ts';
export { formatTime, type TimestampSize } from './text/format-timestamp.ts';
export { VisuallyHidden } from './text/visually-hidden.tsx';
export {
  focusFallback,
  focusPageHeading,
  focusSectionHeading,
  toFocusable,
  moveFocusNearOnUnmount,
  moveFocusOnUnmount,
  moveFocusToAddedRowOnUnmount,
  moveFocusToSectionOnUnmount,
  useRefocusOnChange,
} from './focus/focus.ts';
export {
  findRow,
  focusRow,
  reclaimRowFocus,
  restoreFocus,
  restoreRowFocus,
  useRemovalFocus,
} from './focus/table-focus.ts';
export { Card, type CardProps } from './layout/card.tsx';
export {
  DescriptionItem,
  DescriptionList,
  SkeletonDescriptionList,
  type DescriptionItemProps,
} from './layout/description-list.tsx';
export { PageTitle, type PageTitleProps } from './layout/page-title.tsx';
export { Table, type TableColumn, type TableProps } from './layout/table.tsx';
export { Avatar, type AvatarProps } from './identity/avatar.tsx';
export { InitialsTile, type InitialsTileProps } from './identity/initials-tile.tsx';
export { Logo, type LogoProps } from './identity/logo.tsx';
export { ThemeToggle, type Theme, type ThemeToggleProps } from './theme/theme-toggle.tsx';
