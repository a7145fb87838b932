import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:8080'

/** Two pages: the application and the API reference. The server sends both under its own content security policy. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Nothing is turned into a data: address, so the policy can stay at 'self' for images and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The API reference is one large chunk, loaded on its own page only.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: {
        index: resolve(import.meta.dirname, 'index.html'),
        'api-reference': resolve(import.meta.dirname, 'api-reference.html'),
      },
    },
  },
  server: {
    proxy: {
      '/app': server,
      '/v1': server,
      '/openapi.json': server,
    },
  },
})
