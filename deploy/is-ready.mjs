// For the health check of a container: ends well if the API in it is ready.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`);
process.exit(answer.ok ? 0 : 1);
