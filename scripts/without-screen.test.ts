import type { Endpoint } from '@cartage/contract/endpoint'
import { expect, test } from 'vitest'
import { operationsWithoutScreen, uncalled } from './without-screen.ts'

const operation = (id: string, path: string, auth: Endpoint['auth'] = 'session'): Endpoint => ({
  id,
  path,
  auth,
  method: 'GET',
  tag: 'orders',
  summary: 'Anything',
  limit: 'none',
  since: '1.2.0',
})
const operations = [
  operation('listThings', '/app/things'),
  operation('exportThings', '/app/things/csv'),
  operation('getThingFile', '/app/things/{thing_id}/file'),
  operation('planThings', '/app/planning/plan'),
  operation('openLink', '/app/links/{id}', 'none'),
]

test('an operation is called when a page imports it, or has its path in a link', () => {
  const texts = [
    "import * as contract from '@cartage/contract/app/things'\nread(contract.listThings)",
    `href={\`/app/\${name}/csv\`}`,
    `open(\`/app/things/\${thing.id}/file?inline=1\`)`,
    '// planThings and /app/planning/plan come later',
  ]
  expect(uncalled(operations, texts).map(({ id }) => id)).toEqual(['planThings'])
})

test('without pages, every operation of a session lacks a screen', () => {
  expect(uncalled(operations, []).map(({ id }) => id)).toEqual([
    'listThings',
    'exportThings',
    'getThingFile',
    'planThings',
  ])
})

test('every operation of a session has a screen', () => {
  expect(operationsWithoutScreen().map(({ id }) => id)).toEqual([])
})
