import { featureFlagNames } from '@portal/contract';
import { Router, type RequestHandler } from 'express';
import { ulid } from 'ulid';
import * as z from 'zod';
import type { Flags } from './flags.ts';
import { parsePayload } from './request-recorder.ts';
import type { PosthogSettings } from './settings.ts';

const FlagsRequest = z.looseObject({
  token: z.string().optional(),
  api_key: z.string().optional(),
  distinct_id: z.string(),
  person_properties: z.looseObject({ email: z.string().optional() }).default({}),
});

const unauthorized = (detail: string) => ({
  type: 'authentication_error',
  code: 'not_authenticated',
  detail,
  attr: null,
});

/** Evaluates flags for clients, and serves flag definitions to servers and the configuration to browsers. */
export function flagRoutes(
  flags: Flags,
  injectFault: RequestHandler,
  { projectKey, flagsKey }: PosthogSettings,
): Router {
  const routes = Router();

  routes.post(['/flags', '/decide'], injectFault, (_request, response) => {
    const { success, data, error } = FlagsRequest.safeParse(parsePayload(response.locals));
    if (!success) {
      response.status(400).json({ type: 'validation_error', code: 'invalid', detail: z.prettifyError(error) });
      return;
    }
    if ((data.token ?? data.api_key) !== projectKey) {
      response.status(401).json(unauthorized('Project API key invalid.'));
      return;
    }
    const evaluated = featureFlagNames.map((key, index) => {
      const enabled = flags.isOn(key, data.person_properties.email);
      const code = enabled ? 'condition_match' : 'no_condition_match';
      return [key, { key, enabled, variant: null, reason: { code }, metadata: { id: index + 1, version: 1 } }];
    });
    response.json({
      flags: Object.fromEntries(evaluated) as object,
      errorsWhileComputingFlags: false,
      requestId: ulid(),
    });
  });

  routes.get('/flags/definitions', injectFault, (request, response) => {
    if (request.query['token'] !== projectKey || request.get('authorization') !== `Bearer ${flagsKey}`) {
      response.status(401).json(unauthorized('Incorrect authentication credentials.'));
      return;
    }
    response.json({ flags: flags.definitions(), group_type_mapping: {}, cohorts: {} });
  });

  routes.get('/array/:token/config', (_request, response) => {
    response.json({
      supportedCompression: ['gzip', 'gzip-js', 'base64'],
      hasFeatureFlags: true,
      analytics: { endpoint: '/i/v0/e/' },
      autocapture_opt_out: true,
      sessionRecording: false,
      surveys: false,
      heatmaps: false,
    });
  });
  return routes;
}
