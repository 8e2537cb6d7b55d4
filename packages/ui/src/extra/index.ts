// Components that the specification asks for and that no page of the portal uses yet. A component moves out when a page needs it.
export { ColourField, type ColourFieldProps } from './colour/colour-field.tsx';
export { RequestStatus, type RequestStatusProps } from './feedback/request-status.tsx';
export { CheckboxGroup, type CheckboxGroupProps } from './form/checkbox-group.tsx';
export { NumberField, type NumberFieldProps } from './form/number-field.tsx';
export type { FieldKind, NumberKind } from '../form/field-kinds.ts';
export { normaliseNumber } from '../form/normalise.ts';
export { PasswordHint } from './form/password-hint.tsx';
export { useFieldValidation } from './form/use-field-validation.ts';
export { fieldMessages, validateField, type FieldRules, type FieldValue } from './form/validate-field.ts';
export { DirectionalIcon, type DirectionalIconProps } from './icon/directional-icon.tsx';
export { RichText, type RichTextProps } from './rich-text/rich-text.tsx';
export { FileUpload, type FileUploadProps } from './upload/file-upload.tsx';
export type { FileChunk } from './upload/file-chunks.ts';
