// For the health check of a container: succeeds if the API in it is ready. Until it is, its port is closed.
const isReady = await fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(
  ({ ok }) => ok,
  () => false,
);
if (!isReady) process.stderr.write('The API is not ready; its log says why.\n');
process.exit(isReady ? 0 : 1);
