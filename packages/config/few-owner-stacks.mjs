import React from 'react';

// For its tools React notes with a stack where each element was made, until it has noted ten thousand within a second.
// It takes a twentieth of a suite, in which nobody reads them: here it has always noted enough.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined });
