import { workspaceTypes } from '@portal/contract';
import { RadioGroup } from '@portal/ui';
import { Controller, useWatch, type Control } from 'react-hook-form';
import { FormTextArea, FormTextField } from '../../../components/form/form-fields.tsx';
import { describeInvalidText, toSingleLine } from '../../../components/form/text-rules.ts';
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
    saas: `We host and upgrade it at ${new URL(settings.hostedAppUrl).host}. You can open it at once.`,
    local: `You run and upgrade it on your machine, at ${settings.localInstanceUrl}. Start it before you open it.`,
    url: 'You host and upgrade it on your own servers, at an address that all members can reach.',
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
        hint={disabled ? undefined : 'What the workspace is for. Its members see it in their list.'}
        describeError={describeInvalidText()}
        normalise={toSingleLine}
      />
    </div>
  );
}
