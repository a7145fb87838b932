import { createCompanyRecord } from '@cartage/contract/companies/app/record'
import { addOrderDocument } from '@cartage/contract/orders/app/documents'
import { addResourceGroup } from '@cartage/contract/resources/app/groups'
import { expect, test } from 'vitest'
import { createSubmissions } from './one-submission.ts'

/** Submissions with keys 1, 2, …, a fake clock, and a server whose responses the test triggers. */
function world() {
  const time = { now: 0 }
  let keys = 0
  const submit = createSubmissions({
    newKey: () => String(++keys),
    now: () => time.now,
    isOpen: (error) => error instanceof TypeError,
  })
  const sent: { key: string; answer: (value: unknown) => void; fail: (error: Error) => void }[] = []
  const send = (key: string) =>
    new Promise((answer, fail) => {
      sent.push({ key, answer, fail })
    })
  return { time, submit, send, sent }
}

const mill = { body: { name: 'Mill' } }

test('an identical request sent meanwhile goes out once, and both callers get its response', async () => {
  const { submit, send, sent } = world()
  const both = [submit(createCompanyRecord, mill, send), submit(createCompanyRecord, { body: { name: 'Mill' } }, send)]
  expect(sent).toHaveLength(1)
  sent[0]!.answer('company')
  expect(await Promise.all(both)).toEqual(['company', 'company'])
})

test('other content, or another operation, is a separate request with another key', async () => {
  const { submit, send, sent } = world()
  void submit(createCompanyRecord, mill, send)
  void submit(createCompanyRecord, { body: { name: 'Shop' } }, send)
  void submit(addResourceGroup, mill, send)
  expect(sent.map(({ key }) => key)).toEqual(['1', '2', '3'])
})

test('two files are two requests, the same file twice is one', async () => {
  const { submit, send, sent } = world()
  const params = { order_id: '1d2f6f5e-0000-4000-8000-000000000001' }
  const file = new File(['a'], 'cmr.pdf', { lastModified: 1 })
  const other = new File(['b'], 'pod.pdf', { lastModified: 1 })
  for (const one of [file, file, other]) void submit(addOrderDocument, { params, body: { file: one } }, send)
  expect(sent).toHaveLength(2)
})

test('after a lost connection the same request keeps its key; after a refusal it gets a new one', async () => {
  const { submit, send, sent } = world()
  const first = submit(createCompanyRecord, mill, send)
  sent[0]!.fail(new TypeError('failed to fetch'))
  await expect(first).rejects.toThrow()
  const second = submit(createCompanyRecord, mill, send)
  sent[1]!.fail(new Error('refused'))
  await expect(second).rejects.toThrow()
  void submit(createCompanyRecord, mill, send)
  expect(sent.map(({ key }) => key)).toEqual(['1', '1', '2'])
})

test('a second press shortly after the response keeps the key; later, or after another change, it is a new request', async () => {
  const { time, submit, send, sent } = world()
  const again = async () => {
    const one = submit(createCompanyRecord, mill, send)
    sent.at(-1)!.answer('company')
    await one
    return sent.at(-1)!.key
  }
  expect(await again()).toBe('1')
  time.now += 300
  expect(await again()).toBe('1')
  time.now += 1_001
  expect(await again()).toBe('2')
  const other = submit(addResourceGroup, mill, send)
  sent.at(-1)!.answer('group')
  await other
  expect(await again()).toBe('4')
})
