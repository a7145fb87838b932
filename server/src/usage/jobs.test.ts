import { expect, test } from 'vitest'
import { keepWriting } from './jobs.ts'

test('a process that stops waits for counts being written, and then writes new ones', async () => {
  const done: string[] = []
  let finish = () => {}
  let writes = 0
  const stop = keepWriting(
    {
      async write() {
        writes += 1
        const name = `write ${writes}`
        if (writes === 1) await new Promise<void>((resolve) => (finish = resolve))
        done.push(name)
      },
    },
    1,
  )
  await expect.poll(() => writes).toBe(1)
  const stopped = stop().then(() => done.push('stopped'))
  await Promise.resolve()
  expect(done).toEqual([])
  finish()
  await stopped
  expect(done).toEqual(['write 1', 'write 2', 'stopped'])
})
