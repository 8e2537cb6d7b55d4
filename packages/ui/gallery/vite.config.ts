import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** As strict as the portal's, so that a component that injects a style sheet shows here. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'";
const offset = Number(process.env['PORT_OFFSET'] ?? 0);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0 },
  server: { host: '127.0.0.1', port: 9006 + offset, strictPort: true },
  preview: {
    host: '127.0.0.1',
    port: 9006 + offset,
    strictPort: true,
    headers: { 'content-security-policy': policy },
  },
});
