import type { Request, Response, Router } from 'express';
import * as z from 'zod';
import { expand } from './expand.ts';
import { parseForm } from './form.ts';
import { nonEmpty, readParams } from './params.ts';
import type { StripeState } from '../state.ts';

type Ids = Readonly<Record<string, string>>;

/** Adds operations of Stripe’s API to a router. Each parses its parameters, does its work and expands the response. */
export class Operations {
  readonly #router: Router;
  readonly #state: StripeState;

  constructor(router: Router, state: StripeState) {
    this.#router = router;
    this.#state = state;
  }

  add<Shape extends z.ZodRawShape>(
    method: 'get' | 'post' | 'delete',
    path: string,
    shape: Shape,
    work: (params: z.output<z.ZodObject<Shape>>, ids: Ids) => object,
  ): void {
    const Params = z.strictObject(shape);
    this.#router[method](path, (request: Request, response: Response) => {
      const form = method === 'post' ? String(request.body ?? '') : (request.url.split('?')[1] ?? '');
      const { expand: paths, ...values } = parseForm(form);
      const params = readParams(Params, values);
      const { expand: expandPaths } = readParams(
        z.object({ expand: z.array(nonEmpty).default([]) }),
        paths === undefined ? {} : { expand: paths },
      );
      response.json(expand(work(params, request.params as Ids), expandPaths, this.#state.objects));
    });
  }
}
