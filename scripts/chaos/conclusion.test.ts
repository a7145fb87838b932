import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { conclude, extentOf, extentRule } from './conclusion.ts'

const log = vi.spyOn(console, 'log').mockImplementation(() => {})
afterEach(() => log.mockClear())
const printed = () => log.mock.calls.map(([line]) => line as string)
const newFolder = () => mkdtempSync(join(tmpdir(), 'cartage-conclusion-'))

test('OPS-3: a run in which every rule held counts each once, and leaves no folder', () => {
  const folder = newFolder()
  const counts = conclude({ figures: { kills: 3 }, violations: [], checked: ['I1', 'I2', extentRule] }, folder)
  expect(counts).toEqual({ passed: 3, failed: 0, skipped: 0 })
  expect(printed()).toEqual(['{"kills":3,"violations":0}'])
  expect(existsSync(folder)).toBe(false)
})

test('OPS-3: each broken rule is printed with its first violations and their number, and the log is kept', () => {
  const folder = newFolder()
  const many = Array.from({ length: 1_742 }, (_, number) => ({
    invariant: 'I1',
    what: `upload ${number} is not stored`,
  }))
  const violations = [...many, { invariant: 'OPS-6', what: 'an upload was left without an answer' }]
  const counts = conclude({ figures: {}, violations, checked: ['I1', 'I2'] }, folder)
  expect(counts).toEqual({ passed: 1, failed: 2, skipped: 0 })
  expect(printed().filter((line) => line.startsWith('I1: upload'))).toHaveLength(10)
  expect(printed()).toContain('I1: and 1732 more')
  // A single violation after many of another kind is printed too.
  expect(printed()).toContain('OPS-6: an upload was left without an answer')
  expect(printed().at(-1)).toContain(join(folder, 'fleet.log'))
  expect(existsSync(folder)).toBe(true)
})

test('OPS-3: a run with too little coverage has failed', () => {
  const violations = extentOf(false, '3 of 8 deaths')
  expect(conclude({ figures: {}, violations, checked: ['I1', extentRule] }, newFolder())).toMatchObject({ failed: 1 })
  expect(extentOf(true, 'all 8 deaths')).toEqual([])
})
