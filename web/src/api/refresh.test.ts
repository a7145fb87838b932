import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { createRefresher, refresh } from './refresh.ts'
import { mayShow } from './shown-words.ts'

/** An active query, and a server whose responses the test triggers. */
function shown(client: QueryClient, ...queryKey: string[]) {
  const asked: ((answer: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((answer) => asked.push(answer)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  observer.subscribe(() => {})
  return { asked, now: () => client.getQueryData(queryKey) }
}

const turn = () => new Promise(setImmediate)

test('LIVE-3: a first response that was under way when a record changed is read again', async () => {
  const client = new QueryClient()
  const { asked, now } = shown(client, 'orders', 'list')
  const done = refresh(client, 'order')
  asked[0]!('before the change')
  await turn()
  expect(asked).toHaveLength(2)
  asked[1]!('after it')
  await done
  expect(now()).toBe('after it')
})

describe('changes by others', () => {
  test('LIVE-3: are read one request at a time, and one more time if something changed meanwhile', async () => {
    const client = new QueryClient()
    const { asked } = shown(client, 'orders', 'list')
    asked[0]!('first')
    await turn()
    const due: (() => void)[] = []
    const run = async () => {
      for (const work of due.splice(0)) work()
      await turn()
    }
    const refresher = createRefresher(client, (work) => due.push(work))
    refresher.note('order')
    refresher.note('trip')
    await run()
    expect(asked).toHaveLength(2)
    refresher.note('order')
    await run()
    expect(asked).toHaveLength(2)
    asked[1]!('second')
    await turn()
    await run()
    await run()
    expect(asked).toHaveLength(3)
  })
})

test('LIVE-1: a rarely changed kind of record may be shown anywhere, and the session shows the organisation', () => {
  expect([mayShow('orders', ['department']), mayShow('rates', ['company'])]).toEqual([true, true])
  expect([mayShow('rates', ['order']), mayShow('orders', ['order'])]).toEqual([false, true])
  expect([mayShow('session', ['order']), mayShow('session', ['tenant']), mayShow('help', ['tenant'])]).toEqual([
    false,
    true,
    false,
  ])
})

/** Keys that handle their own refresh, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'api/refresh.ts': 'the one place',
  'planning/live/use-live-board.ts': 'the board is read part by part, and as a whole where parts do not do',
  'main.tsx': 'a role that was taken away is noticed by a refusal',
  'shell/live.ts': 'a line that ends may be a session that ended',
  'rates/queries.ts': 'the answer is the record as it is then, which is not read once more',
  'settings/identity.queries.ts': 'the answer is the record as it is then, and the name is part of the session',
  'fleet/queries.ts': 'a vehicle that the map does not know is in a position',
}

test('LIVE-1: pages declare the kind of record they changed, and one table lists the queries that show it', () => {
  const folder = join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !/^(doors|testing)\//.test(path))
  const found = files.filter((path) => readFileSync(join(folder, path), 'utf8').includes('invalidateQueries('))
  expect(found.filter((path) => !(path in exceptions))).toEqual([])
  expect(Object.keys(exceptions).filter((path) => !found.includes(path))).toEqual([])
})
