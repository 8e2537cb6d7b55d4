import express, { type RequestHandler, type Response } from 'express';
import * as z from 'zod';

/** Handles a form of a page. Rejects one that another site posts, and one whose fields are missing or invalid. */
export const formHandler = <Form>(
  schema: z.ZodType<Form>,
  handle: (form: Form, response: Response) => void,
  reject: (response: Response, error: z.ZodError) => void = sendError,
): RequestHandler[] => [
  express.urlencoded({ extended: false }),
  (request, response) => {
    const form = schema.safeParse(request.body);
    if (request.get('sec-fetch-site') === 'cross-site') response.status(403).end();
    else if (form.success) handle(form.data, response);
    else reject(response, form.error);
  },
];

function sendError(response: Response, error: z.ZodError): void {
  response.status(400).type('text').send(z.prettifyError(error));
}
