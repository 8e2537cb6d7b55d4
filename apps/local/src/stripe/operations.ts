import type { Request, Response, Router } from 'express';
import * as z from 'zod';
import { expand } from './expand.ts';
import { parseForm } from './form.ts';
import { filled, readParams } from './params.ts';
import type { World } from './world.ts';

type Ids = Readonly<Record<string, string>>;

/** Adds operations of Stripe’s API to a router: each reads its parameters, does its work, and shows what is asked for. */
export class Operations {
  readonly #router: Router;
  readonly #world: World;

  constructor(router: Router, world: World) {
    this.#router = router;
    this.#world = world;
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
      const { expand: paths, ...given } = parseForm(form);
      const params = readParams(Params, given);
      const shown = readParams(
        z.object({ expand: z.array(filled).default([]) }),
        paths === undefined ? {} : { expand: paths },
      );
      response.json(expand(work(params, request.params as Ids), shown.expand, this.#world.objects));
    });
  }
}
