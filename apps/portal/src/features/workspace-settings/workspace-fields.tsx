import { workspaceTypes } from '@portal/contract';
import { SelectField } from '@portal/ui';
import { Controller, useWatch, type Control } from 'react-hook-form';
import { FormTextArea, FormTextField } from '../../components/form/form-fields.tsx';
import { allowedCharacters, toSingleLine } from '../../components/form/text-rules.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { fieldLabels, hasOwnUrl, withScheme, type WorkspaceValues } from './workspace-values.ts';

export interface WorkspaceFieldsProps<Output> {
  control: Control<WorkspaceValues, unknown, Output>;
  isNew: boolean;
  disabled?: boolean;
  onTypeChange?: () => void;
}

export function WorkspaceFields<Output>({
  control,
  isNew,
  disabled = false,
  onTypeChange,
}: WorkspaceFieldsProps<Output>) {
  const settings = useSettings();
  const type = useWatch({ control, name: 'type' });
  const hints = {
    saas: `Runs at ${new URL(settings.hostedAppUrl).host}.`,
    local: `Runs on your own machine, at ${settings.localInstanceUrl}.`,
    url: 'Runs at your own URL.',
  };
  return (
    <div className="form-rows">
      <FormTextField
        control={control}
        name="displayName"
        label={fieldLabels.displayName}
        required={!disabled}
        disabled={disabled}
        hint={disabled ? undefined : allowedCharacters}
        keepHint
      />
      {isNew && (
        <Controller
          control={control}
          name="type"
          render={({ field }) => (
            <SelectField
              label="Workspace Type"
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
      {hasOwnUrl({ type }) && (
        <FormTextField
          control={control}
          name="instanceUrl"
          label={fieldLabels.instanceUrl}
          type="url"
          mono
          required={!disabled}
          disabled={disabled}
          hint={disabled ? undefined : 'The web address of your instance'}
          placeholder="https://workspace.example.com"
          normalise={withScheme}
        />
      )}
      <FormTextArea
        control={control}
        name="description"
        label={fieldLabels.description}
        disabled={disabled}
        hint={disabled ? undefined : allowedCharacters}
        keepHint
        normalise={toSingleLine}
      />
    </div>
  );
}
