import type { ProfileEdit } from '@portal/contract';
import { Button, Card, SaveBar, TextField } from '@portal/ui';
import { useEffect, useEffectEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useUser } from '../../api/session.api.ts';
import { useFieldFailures } from '../../forms/field-failures.ts';
import { FormTextField } from '../../forms/form-text-field.tsx';
import { resolverFor } from '../../forms/resolver-for.ts';
import { UnsavedChanges } from '../../forms/unsaved-changes.tsx';
import { FailureBox } from '../../requests/failure-box.tsx';
import { ProfilePicture } from './profile-picture.tsx';
import { profileSchemaFor, profileValuesOf, type ProfileValues } from './profile-values.ts';
import { useSaveProfile } from './save-profile.ts';

/** Without the picture: it has no place for a message. */
const fieldNames = ['firstName', 'lastName', 'nickname', 'discordUsername', 'githubUsername'] as const;

export function ProfileForm() {
  const user = useUser();
  const { save, saving, saved, mustVerify, error } = useSaveProfile();
  const { control, handleSubmit, setValue, getValues, reset, setError, formState } = useForm<
    ProfileValues,
    unknown,
    ProfileEdit
  >({
    mode: 'onTouched',
    defaultValues: profileValuesOf(user),
    resolver: resolverFor(profileSchemaFor(user)),
  });
  const [nickname, pictureUrl] = useWatch({ control, name: ['nickname', 'pictureUrl'] });
  const unplaced = useFieldFailures({ error, setError, names: fieldNames });
  const submit = handleSubmit(async (edit) => {
    if (await save(edit)) reset(getValues());
  });
  // What another tab or the provider changed shows here, too, unless somebody is at work on it.
  const takeOver = useEffectEvent(() => {
    if (!formState.isDirty) reset(profileValuesOf(user));
  });
  useEffect(() => takeOver(), [user]);
  const invalid = Object.keys(formState.errors).length > 0;

  return (
    <form noValidate className="grid gap-6" onSubmit={(event) => void submit(event)}>
      <FailureBox error={unplaced} title="Your profile was not saved" />
      <Card
        footer={
          <SaveBar changed={formState.isDirty}>
            <Button
              type="submit"
              variant="primary"
              disabled={mustVerify || invalid}
              loading={saving}
              loadingText="Saving your profile..."
              success={saved}
              successText="Updated your profile!"
            >
              {mustVerify ? 'You must verify your email address to continue' : 'Save'}
            </Button>
          </SaveBar>
        }
      >
        <div className="form-rows">
          <ProfilePicture
            name={nickname || user.email}
            value={pictureUrl}
            original={user.pictureUrl ?? formState.defaultValues?.pictureUrl ?? null}
            onChange={(url) => setValue('pictureUrl', url, { shouldDirty: true, shouldValidate: true })}
          />
          <div className="form-columns">
            <FormTextField control={control} name="firstName" label="First Name" autoComplete="given-name" />
            <FormTextField control={control} name="lastName" label="Last Name" autoComplete="family-name" />
          </div>
          <FormTextField
            control={control}
            name="nickname"
            label="Nickname"
            required
            hint="This name will be shown in the application"
            autoComplete="nickname"
          />
          <TextField label="Email" value={user.email} readOnly hint="Your email comes from your login." />
          <div className="form-columns">
            <FormTextField control={control} name="discordUsername" label="Discord Username" />
            <FormTextField control={control} name="githubUsername" label="Github Username" />
          </div>
        </div>
      </Card>
      <UnsavedChanges when={formState.isDirty} />
    </form>
  );
}
