import { workspaceTypes } from '@portal/contract';
import { RadioGroup } from '@portal/ui';
import { Controller, useWatch, type Control } from 'react-hook-form';
import { FormTextArea, FormTextField } from '../../../components/form/form-fields.tsx';
import {
  allowedCharacters,
  allowedCharactersFor,
  describeInvalidText,
  toSingleLine,
} from '../../../components/form/text-rules.ts';
import { useSettings } from '../../../lib/settings-context.ts';
import { fieldLabels, hasOwnUrl, withScheme, type WorkspaceValues } from './workspace-values.ts';

export interface WorkspaceFieldsProps<Output> {
  control: Control<WorkspaceValues, unknown, Output>;
  isNew: boolean;
  /** The saved name. Its characters are allowed. */
  savedName?: string;
  disabled?: boolean;
  onTypeChange?: () => void;
}

export function WorkspaceFields<Output>({
  control,
  isNew,
  savedName = '',
  disabled = false,
  onTypeChange,
}: WorkspaceFieldsProps<Output>) {
  const settings = useSettings();
  const type = useWatch({ control, name: 'type' });
  const hints = {
    saas: `We run and upgrade it, at ${new URL(settings.hostedAppUrl).host}.`,
    local: `You run it on your own machine, at ${settings.localInstanceUrl} or another port.`,
    url: 'You run and upgrade it on your own servers.',
  };
  const urlHints = {
    saas: undefined,
    local: `The port of your instance, if it is not ${settings.localInstanceUrl}`,
    url: 'The web address of your instance',
  };
  return (
    <div className="form-rows">
      <FormTextField
        control={control}
        name="displayName"
        label={fieldLabels.displayName}
        autoFocus={isNew}
        required={!disabled}
        disabled={disabled}
        hint={disabled ? undefined : allowedCharactersFor(savedName)}
        describeError={describeInvalidText(savedName)}
      />
      {isNew && (
        <Controller
          control={control}
          name="type"
          render={({ field }) => (
            <RadioGroup
              label="Workspace Type"
              layout="cards"
              options={workspaceTypes.map((choice) => ({
                value: choice.type,
                label: choice.label(settings),
                hint: hints[choice.type],
              }))}
              {...field}
              onChange={(choice) => {
                field.onChange(choice);
                onTypeChange?.();
              }}
            />
          )}
        />
      )}
      {hasOwnUrl({ type }, { isNew }) && (
        <FormTextField
          control={control}
          name="instanceUrl"
          label={fieldLabels.instanceUrl}
          type="url"
          mono
          required={!disabled && type === 'url'}
          disabled={disabled}
          hint={disabled ? undefined : urlHints[type]}
          placeholder={type === 'local' ? settings.localInstanceUrl : 'https://workspace.example.com'}
          normalise={(url) => withScheme(url, type)}
        />
      )}
      <FormTextArea
        control={control}
        name="description"
        label={fieldLabels.description}
        disabled={disabled}
        hint={disabled ? undefined : allowedCharacters}
        describeError={describeInvalidText()}
        normalise={toSingleLine}
      />
    </div>
  );
}
