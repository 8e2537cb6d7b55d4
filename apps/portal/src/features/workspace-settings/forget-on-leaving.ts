import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { forgetWorkspace } from '../../api/forget-workspace.ts';

/**
 * For a workspace that is gone: forgets it as soon as its page has been left, so that the way back does not show it
 * alive. Sooner, the page would ask for it once more and show the refusal for a moment.
 */
export function useForgetOnLeaving(workspaceId: string): () => void {
  const dispatch = useDispatch();
  const gone = useRef(false);
  useEffect(
    () => () => {
      // The parts of the page let go of their data in this same pass.
      if (gone.current) setTimeout(() => dispatch(forgetWorkspace(workspaceId)));
    },
    [dispatch, workspaceId],
  );
  return () => {
    gone.current = true;
  };
}
