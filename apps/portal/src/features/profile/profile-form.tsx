import { Button, Card, SaveBar, TextField } from '@portal/ui';
import { useWatch } from 'react-hook-form';
import { useUser } from '../../api/session.api.ts';
import { FormTextField } from '../../forms/form-text-field.tsx';
import { UnsavedChanges } from '../../forms/unsaved-changes.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { discordNameOf, githubNameOf } from './names-elsewhere.ts';
import { ProfilePicture } from './profile-picture.tsx';
import { profileFields, profileSchemaFor, profileValuesOf } from './profile-values.ts';
import { useSaveProfile } from './save-profile.ts';

export function ProfileForm() {
  const user = useUser();
  const values = profileValuesOf(user);
  const { save, saving, saved, onSaved, onWrite, mustVerify, error } = useSaveProfile();
  const { control, setValue, submit, isDirty, isInvalid, unplaced } = useSavedForm({
    saved: values,
    schema: profileSchemaFor(values),
    save: async (changes) => {
      const now = await save(changes);
      return now && profileValuesOf(now);
    },
    onSaved,
    error,
    names: profileFields,
  });
  const pictureUrl = useWatch({ control, name: 'pictureUrl' });

  return (
    <form noValidate className="grid gap-6" onSubmit={submit} onChange={onWrite}>
      <FailureBox error={unplaced} title="Your profile was not saved" />
      <Card
        footer={
          <SaveBar changed={isDirty}>
            <Button
              type="submit"
              variant="primary"
              disabled={mustVerify || isInvalid}
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
            user={user}
            value={pictureUrl}
            onChange={(url) => {
              onWrite();
              setValue('pictureUrl', url, { shouldDirty: true, shouldValidate: true });
            }}
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
            <FormTextField
              control={control}
              name="discordUsername"
              label="Discord Username"
              hint="Such as ada.lovelace or Ada#1815"
              keepHint
              normalise={discordNameOf}
            />
            <FormTextField
              control={control}
              name="githubUsername"
              label="Github Username"
              hint="Such as ada-lovelace"
              keepHint
              normalise={githubNameOf}
            />
          </div>
        </div>
      </Card>
      <UnsavedChanges when={isDirty} />
    </form>
  );
}
