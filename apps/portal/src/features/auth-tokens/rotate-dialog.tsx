import type { AuthToken, CreatedAuthToken } from '@portal/contract';
import { Checkbox, SelectField, Timestamp } from '@portal/ui';
import { useState } from 'react';
import { useRotateAuthTokenMutation } from '../../api/auth-tokens.api.ts';
import { toRequestError, type RequestError } from '../../api/http/request-error.ts';
import { ConfirmForm } from '../../components/confirm-form.tsx';
import type { RotationRequest } from './rotation-request.ts';
import { tokenName } from './token-columns.tsx';
import type { TokenPrincipals } from './use-token-principals.ts';

const overlaps = [
  { value: '10m', label: '10 minutes' },
  { value: '1h', label: '1 hour' },
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '0', label: 'Not at all' },
];

export interface Rotation {
  readonly created: readonly CreatedAuthToken[];
  /** Why the tokens after the created ones were not rotated. */
  readonly error?: RequestError | undefined;
  readonly missed: number;
}

interface RotateDialogProps {
  workspaceId: string;
  /** One token, or those to choose from. */
  tokens: readonly AuthToken[];
  principals: TokenPrincipals;
  request: RotationRequest;
  onLogIn: (request: RotationRequest) => void;
  onRotated: (rotation: Rotation) => void;
  onClose: () => void;
}

/** Replaces tokens by new ones with the same name, scopes and lifetime. */
export default function RotateDialog({ workspaceId, tokens, principals, request, onLogIn, ...on }: RotateDialogProps) {
  const [rotate] = useRotateAuthTokenMutation();
  const [overlap, setOverlap] = useState(request.overlap);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set(request.tokenIds));
  const [isRotating, setIsRotating] = useState(false);
  const [error, setError] = useState<RequestError>();
  const chosen = tokens.filter(({ id }) => chosenIds.has(id));
  const [first] = tokens;
  const isSingle = tokens.length === 1;
  const submit = async () => {
    if (chosen.length === 0 || isRotating) return;
    setIsRotating(true);
    const created: CreatedAuthToken[] = [];
    let failure: RequestError | undefined;
    // One at a time, so that the first error stops the others.
    for (const { id } of chosen) {
      const rotation = rotate({ params: { workspaceId, tokenId: id }, body: { overlap } });
      const result = await rotation;
      // The response contains the secret, too.
      rotation.reset();
      failure = toRequestError(result.error);
      if (!result.data) break;
      created.push(result.data);
    }
    setIsRotating(false);
    if (created.length === 0) {
      setError(failure);
      return;
    }
    on.onRotated({ created, error: failure, missed: chosen.length - created.length });
    on.onClose();
  };
  return (
    <ConfirmForm
      title={isSingle && first ? `Rotate “${tokenName(first)}”?` : 'Rotate tokens?'}
      confirmLabel={isSingle ? 'Rotate token' : `Rotate ${chosen.length} ${chosen.length === 1 ? 'token' : 'tokens'}`}
      confirmVariant="primary"
      loading={isRotating}
      loadingText="Rotating..."
      error={error}
      onSubmit={submit}
      onLogIn={() => onLogIn({ tokenIds: [...chosenIds], overlap })}
      onClose={on.onClose}
    >
      <p>
        {isSingle
          ? 'You get a new token with the same name and scopes. Put it wherever you use the old one. It has the same lifetime, if the workspace’s policy allows that.'
          : 'You get new tokens with the same names and scopes, and see each secret once. They have the same lifetimes, if the workspace’s policy allows that.'}
      </p>
      {!isSingle && (
        <div role="group" aria-label="Tokens" className="grid gap-2">
          {tokens.map((token) => (
            <Checkbox
              key={token.id}
              label={<TokenLabel token={token} principals={principals} />}
              checked={chosenIds.has(token.id)}
              onChange={(checked) =>
                setChosenIds(
                  new Set(tokens.map(({ id }) => id).filter((id) => (id === token.id ? checked : chosenIds.has(id)))),
                )
              }
            />
          ))}
        </div>
      )}
      <SelectField
        label={isSingle ? 'How long the old token still works' : 'How long the old tokens still work'}
        options={overlaps}
        value={overlap}
        hint={
          overlap === '0' ? 'Programs stop until they have the new secret.' : 'At most until it would expire anyway.'
        }
        onChange={setOverlap}
      />
    </ConfirmForm>
  );
}

/** Says who created the token, who may still have its secret, and when it was last used. */
export function TokenLabel({ token, principals }: { token: AuthToken; principals: TokenPrincipals }) {
  const creator = principals.creatorOf(token);
  return (
    <span className="wrap-anywhere">
      <span translate="no" className="font-medium text-strong">
        {tokenName(token)}
      </span>{' '}
      <span className="text-secondary">
        as {principals.serviceAccountOf(token)}
        {creator && `, created by ${creator}`},{' '}
        {token.lastUsedAt === null ? (
          'never used'
        ) : (
          <>
            last used <Timestamp date={token.lastUsedAt} />
          </>
        )}
      </span>
    </span>
  );
}
