import { displayEmail } from '@portal/contract';
import { Button, Card, FieldGroup, SaveBar, TextField } from '@portal/ui';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { FormTextField } from '../../components/form/form-fields.tsx';
import { invalidFormNote } from '../../components/form/invalid-form-note.ts';
import { UnsavedChangesDialog } from '../../components/form/unsaved-changes.tsx';
import { useEditForm } from '../../components/form/use-edit-form.ts';
import { useStoredDraft } from '../../lib/drafts.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { ProfilePicture } from './profile-picture.tsx';
import {
  describeInvalidDiscordUsername,
  describeInvalidGithubUsername,
  discordHint,
  githubHint,
  normaliseDiscordUsername,
  normaliseGithubUsername,
  profileFields,
  profileSchemaFor,
  profileValuesOf,
} from './profile-values.ts';
import { useSaveProfile } from './use-save-profile.ts';

export function ProfileForm() {
  const user = useUser();
  const { productName } = useSettings();
  const values = profileValuesOf(user);
  const { save, isSaving, isSaved, onSaved, onEdit, mustVerify, error } = useSaveProfile();
  const { control, setValue, submit, isDirty, isInvalid, formError, draft } = useEditForm({
    saved: values,
    schema: profileSchemaFor(values, productName),
    save: async (changes) => {
      const savedUser = await save(changes);
      return savedUser && profileValuesOf(savedUser);
    },
    onSaved,
    error,
    names: profileFields,
  });
  useStoredDraft(`${user.id}/profile`, draft);
  const pictureUrl = useWatch({ control, name: 'pictureUrl' });
  // The first review is complete without a change, too.
  const isReviewed = user.onboardingDetails.reviewedProfile !== null;
  const isUnchanged = isReviewed && !isDirty;
  const reasonId = useId();
  const reason = isInvalid && !mustVerify ? <span id={reasonId}>{invalidFormNote}</span> : undefined;

  return (
    <form noValidate className="grid gap-6" onSubmit={submit} onChange={onEdit}>
      <ErrorAlert error={formError} title="Your profile was not saved" />
      <Card
        footer={
          <SaveBar dirty={isDirty || (isReviewed ? false : undefined)} message={reason} note={reason}>
            <Button
              type="submit"
              variant={isUnchanged ? 'secondary' : 'primary'}
              disabled={mustVerify || isInvalid}
              aria-describedby={reason && reasonId}
              className={mustVerify ? 'max-sm:h-auto' : undefined}
              loading={isSaving}
              loadingText="Saving your profile..."
              success={isSaved}
              successText="Updated your profile!"
            >
              {/* Wider than a phone */}
              {mustVerify ? (
                <span className="max-sm:whitespace-normal">You must verify your email address to continue</span>
              ) : (
                'Save'
              )}
            </Button>
          </SaveBar>
        }
      >
        <div className="form-rows">
          <ProfilePicture
            user={user}
            value={pictureUrl}
            onChange={(url) => {
              onEdit();
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
          <TextField label="Email" value={displayEmail(user.email)} readOnly hint="Managed by your login provider." />
          <FieldGroup title="Other accounts" optional>
            <div className="form-columns">
              <FormTextField
                control={control}
                name="discordUsername"
                label="Discord Username"
                hint={discordHint}
                describeError={describeInvalidDiscordUsername}
                normalise={normaliseDiscordUsername}
              />
              <FormTextField
                control={control}
                name="githubUsername"
                label="Github Username"
                hint={githubHint}
                describeError={describeInvalidGithubUsername}
                normalise={normaliseGithubUsername}
              />
            </div>
          </FieldGroup>
        </div>
      </Card>
      <UnsavedChangesDialog when={isDirty} />
    </form>
  );
}
