// A receiver of webhooks in Express. It checks the signature and prints each event once (docs/connect/webhooks.md).
import express from 'express';
import { Webhook } from 'standardwebhooks';

// Shown once when you create the webhook.
const webhook = new Webhook(process.env.WEBHOOK_SECRET);

// Use a table of your database: an event can arrive again after a restart.
const seen = new Set();

const app = express();

// The signature is of the raw body.
app.post('/webhooks', express.raw({ type: 'application/json', limit: '1mb' }), (req, res) => {
  let event;
  try {
    event = webhook.verify(req.body, req.headers);
  } catch {
    return res.sendStatus(401);
  }
  const id = req.headers['webhook-id'];
  if (!seen.has(id)) {
    seen.add(id);
    console.log(event.data.sequence ?? '-', event.type, event.data.actor?.email ?? '');
  }
  // Answer within ten seconds. Do what takes longer afterwards.
  return res.sendStatus(204);
});

const server = app.listen(process.env.PORT, () => console.log(`http://localhost:${server.address().port}/webhooks`));
