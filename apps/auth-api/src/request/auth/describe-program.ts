/** The user agents of programs, the more specific first: Terraform also names Go, and PowerShell starts like a browser. */
const programs = [
  [/\bTerraform\//, 'Terraform'],
  [/^actions\/|\bactions_orchestration_id\//, 'GitHub Actions'],
  [/^(?:gitlab-runner |GitLab\/|glab\/)/, 'GitLab'],
  [/^PostmanRuntime\//, 'Postman'],
  [/\b(?:Windows)?PowerShell\//, 'PowerShell'],
  [/^curl\//, 'curl'],
  [/^Wget\//, 'Wget'],
  [/^(?:node|undici|node-fetch|axios|got)(?:$|[ /])/, 'Node.js'],
  [/^(?:python-requests|Python-urllib|python-httpx|Python)\//, 'Python'],
  [/^Go-http-client\//, 'Go'],
  [/^(?:Java|Java-http-client|Apache-HttpClient|okhttp)\//, 'Java'],
  [/^Mozilla\/5\.0 \(.*\b(?:AppleWebKit|Gecko)\//, 'Browser'],
] as const;

/** The kinds of programs that use tokens. */
export type Program = (typeof programs)[number][1] | 'Other program';

/** Names the kind of a program in fixed words: no part of the header, which anyone can choose. */
export const describeProgram = (userAgent: string | null): Program =>
  programs.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? 'Other program';
