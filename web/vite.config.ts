import { resolve } from 'node:path'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogues } from './catalogues.ts'
import { driverWorker } from './driver-worker.ts'
import { frameChunk } from './frame-chunk.ts'
import { leanContract } from './lean-contract.ts'
import { referenceBundle } from './reference-bundle.ts'
import { textMacros } from './text-macros.ts'
import { textsOfPages } from './texts-of-pages.ts'

const server = 'http://127.0.0.1:8080'

/**
 * Four pages: the application, the pages that links open, that of drivers, and the API reference. The server sends each under
 * its content security policy.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    // Babel is what a build waits for, so each part of it reads only the files it is for.
    textMacros(),
    babel({ include: /\/contract\/src\//, plugins: [leanContract], sourceMap: false }),
    catalogues(),
    textsOfPages(),
    referenceBundle(),
    driverWorker(),
    react(),
    tailwindcss(),
  ],
  // Libraries bring it for a React that has no such hook; this one has it.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Read by scripts/bench-web.ts, which holds the sizes of the chunks against their budgets.
    manifest: true,
    // Nothing is turned into a data: address, so the policy can stay at 'self' for images and fonts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What came with the frame is there, and what is imported is asked for at once: neither is named again for each page.
      resolveDependencies: (imported, files) =>
        files.filter((file) => file !== imported && !/\/(?:react|base|frame|rolldown-runtime)-[^/]+\.js$/.test(file)),
    },
    rolldownOptions: {
      treeshake: {
        // The contract only makes schemas: what nobody reads of it may go.
        moduleSideEffects: [{ test: /\/contract\/src\//, sideEffects: false }],
        propertyReadSideEffects: false,
      },
      output: { codeSplitting: { groups: [{ name: frameChunk, includeDependenciesRecursively: false }] } },
      input: {
        index: resolve(import.meta.dirname, 'index.html'),
        doors: resolve(import.meta.dirname, 'doors.html'),
        driver: resolve(import.meta.dirname, 'driver.html'),
        'api-reference': resolve(import.meta.dirname, 'api-reference.html'),
      },
    },
  },
  server: {
    proxy: {
      '/app': server,
      '/door': server,
      '/v1': server,
      '/openapi.json': server,
    },
  },
})
