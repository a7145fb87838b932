import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planningKinds } from '../contract/src/planning/app/commands.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Shipped files that name a kind of command. */
function naming(kind: string): string[] {
  const name = new RegExp(`'${kind}'|^\\s+${kind}: `, 'm')
  return ['contract', 'server', 'web']
    .flatMap((folder) => globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }))
    .filter((path) => !/\.test\.tsx?$|^server\/src\/testing\//.test(path) && name.test(read(path)))
    .toSorted()
}

test('a planning command is written once: its kind occurs only in the files that the recipe in CONTRIBUTING.md lists, and where pages offer it', () => {
  const row = read('CONTRIBUTING.md').match(/^\| a planning command \|(.*)\|(.*)\|(.*)\|$/m)
  const files = ['contract', 'server', 'web'].flatMap((folder, at) =>
    [...row![at + 1]!.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path]) => `${folder}/src/${path}`),
  )
  // It names only a trip, has its own rule, and is offered in the list of a trip's stops.
  const own = ['server/src/planning/plan.rules.ts', 'web/src/planning/panels/trip.panel.tsx']
  const expected = [...files.filter((path) => !path.endsWith('mentions.rules.ts')), ...own]
  expect(naming('RESEQUENCE')).toEqual(expected.toSorted())
})

test('the server stores a command of every kind that a planner can give, and accepted suggestions', () => {
  const [accepted, ...given] = planningKinds
  expect(accepted).toBe('PLAN_TRIPS')
  const decided = read('server/src/planning/decide.rules.ts')
  expect(given.filter((kind) => !decided.includes(`'${kind}'`))).toEqual([])
})
