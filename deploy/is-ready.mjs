// The health check of the API's container: exits with 0 if the API is ready. Until then its port is closed.
const isReady = await fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(
  ({ ok }) => ok,
  () => false,
);
if (!isReady) process.stderr.write('The API is not ready; its log says why.\n');
process.exit(isReady ? 0 : 1);
