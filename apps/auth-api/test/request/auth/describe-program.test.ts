import { createServer } from 'node:http';
import { describeProgram } from '../../../src/request/auth/describe-program.ts';
import { closeServer, listen } from '../../support/listen.ts';

describe('the program that uses a token', () => {
  // As these programs send it, unless a comment names the source.
  it.each([
    ['curl/7.88.1', 'curl'],
    ['curl/8.5.0', 'curl'],
    ['Wget/1.21.3', 'Wget'],
    ['node', 'Node.js'],
    ['undici', 'Node.js'],
    ['node-fetch', 'Node.js'],
    ['node-fetch/1.0 (+https://github.com/bitinn/node-fetch)', 'Node.js'],
    ['axios/1.13.6', 'Node.js'],
    ['got (https://github.com/sindresorhus/got)', 'Node.js'],
    ['python-requests/2.34.2', 'Python'],
    ['Python-urllib/3.11', 'Python'],
    ['python-httpx/0.28.1', 'Python'],
    ['Python/3.11 aiohttp/3.9.1', 'Python'],
    ['Go-http-client/1.1', 'Go'],
    ['Go-http-client/2.0', 'Go'],
    ['Java-http-client/17.0.10', 'Java'],
    ['Java/11.0.22', 'Java'],
    ['Apache-HttpClient/5.3.1 (Java/17.0.11)', 'Java'],
    ['okhttp/4.12.0', 'Java'],
    ['PostmanRuntime/7.37.0', 'Postman'],
    // Source: actions/toolkit, packages/http-client and pull request 2364.
    ['actions/http-client', 'GitHub Actions'],
    [
      'actions/http-client actions_orchestration_id/89c72d20-71e7-4948-8eb8-0d8f0e417443.build.__default',
      'GitHub Actions',
    ],
    // Source: cli/cli, pull request 12433.
    ['GitHub CLI 2.98.0 actions_orchestration_id/89c72d20.build', 'GitHub Actions'],
    // Source: the specs of GitLab for what it counts by user agent, and its documentation of webhooks.
    ['gitlab-runner 17.0.0 (17-0-stable; go1.22; linux/amd64)', 'GitLab'],
    ['glab/v1.25.3 (built 2023-02-16), darwin', 'GitLab'],
    ['GitLab/15.5.0-pre', 'GitLab'],
    // Source: terraform-plugin-sdk, and the log of a provider.
    [
      'HashiCorp Terraform/1.4.5 (+https://www.terraform.io) Terraform Plugin SDK/2.8.0 terraform-provider-azapi/dev',
      'Terraform',
    ],
    [
      'APN/1.0 HashiCorp/1.0 Terraform/1.0.11 (+https://www.terraform.io) aws-sdk-go/1.43.9 (go1.18.7; linux; amd64)',
      'Terraform',
    ],
    // Source: PowerShell/PowerShell, PSUserAgent.cs, before and since pull request 4914.
    ['Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.1237', 'PowerShell'],
    [
      'Mozilla/5.0 (Linux; Linux 4.18.0-305.3.1.el8.x86_64 #1 SMP Tue Jun 1 16:14:33 UTC 2021; en-US) PowerShell/7.3.1',
      'PowerShell',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Browser'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Browser',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Browser',
    ],
  ])('is named: %s', (userAgent, program) => expect(describeProgram(userAgent)).toBe(program));

  it.each([
    null,
    '',
    'Your bank, call +1 555 0100/1.0',
    'www.evil.example/1.0',
    'not-curl/1.0',
    'nodejs.evil.example',
    'curl',
    '\u0000',
    'Mozilla/5.0 ('.repeat(1_000),
  ])('is another program for %j, whatever name the header contains', (userAgent) =>
    expect(describeProgram(userAgent)).toBe('Other program'),
  );

  it('is Node.js for the fetch of this process', async () => {
    const server = createServer((req, res) => res.end(req.headers['user-agent']));
    const port = await listen(server);
    const response = await fetch(`http://127.0.0.1:${port}`);
    expect(describeProgram(await response.text())).toBe('Node.js');
    server.closeAllConnections();
    await closeServer(server);
  });
});
