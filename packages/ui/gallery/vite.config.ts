import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** As strict as an application's policy, so that a component that injects a style sheet fails here. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'";
const portOffset = Number(process.env['PORT_OFFSET'] ?? 0);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0 },
  server: { host: '127.0.0.1', port: 9006 + portOffset, strictPort: true },
  preview: {
    host: '127.0.0.1',
    port: 9006 + portOffset,
    strictPort: true,
    headers: { 'content-security-policy': contentSecurityPolicy },
  },
});
