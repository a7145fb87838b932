import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'contract/src/**/*.test.ts',
      'server/src/**/*.test.ts',
      'web/src/**/*.test.{ts,tsx}',
      'seeds/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    globalSetup: ['server/src/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
