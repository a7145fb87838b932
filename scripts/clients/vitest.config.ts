import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['scripts/clients/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    // Two other stages run at the same time.
    testTimeout: 180_000,
  },
})
