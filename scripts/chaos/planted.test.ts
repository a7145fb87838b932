import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { placesOf, plantedFaults } from './planted.ts'

test.each(plantedFaults)('the fault “$name” can be planted, and is in the table of docs/reliability.md', (fault) => {
  expect(placesOf(fault)).toBe(1)
  expect(readFileSync(join(root, 'docs/reliability.md'), 'utf8').toLowerCase()).toContain(fault.name.toLowerCase())
})
