import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useMutation } from './use-mutation.ts'

afterEach(() => window.history.replaceState(null, '', '/'))

/** A row whose button sends a command and which disappears before the test responds. */
function openRow() {
  const heard: string[] = []
  const waiting: PromiseWithResolvers<string>[] = []
  let press = (_input: string) => {}
  let takeAway = () => {}
  function Row() {
    const { mutate } = useMutation({
      mutationFn(_input: string) {
        const answer = Promise.withResolvers<string>()
        waiting.push(answer)
        return answer.promise
      },
    })
    press = (input) =>
      mutate(input, {
        onSuccess: (data) => heard.push(`${input}: ${data}`),
        onError: (error) => heard.push(`${input}: ${error.message}`),
        onSettled: () => heard.push('settled'),
        goOn: (data) => heard.push(`opens ${data}`),
      })
    return null
  }
  function List() {
    const [isShown, setIsShown] = useState(true)
    takeAway = () => setIsShown(false)
    return isShown && <Row />
  }
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })
  render(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  )
  return {
    heard,
    press: (input: string) => act(async () => press(input)),
    takeAway: () => act(async () => takeAway()),
    answer: (at: number, data: string) => act(async () => waiting[at]!.resolve(data)),
    refuse: (at: number, message: string) => act(async () => waiting[at]!.reject(new Error(message))),
  }
}

test('the result is shown even if the row that sent the request is gone', async () => {
  const row = openRow()
  await row.press('accept')
  await row.takeAway()
  expect(row.heard).toEqual([])
  await row.answer(0, 'done')
  expect(row.heard).toEqual(['accept: done', 'settled', 'opens done'])
})

test('a refusal is reported as well, and opens nothing', async () => {
  const row = openRow()
  await row.press('accept')
  await row.takeAway()
  await row.refuse(0, 'Someone else was first.')
  expect(row.heard).toEqual(['accept: Someone else was first.', 'settled'])
})

test('both of two commands get their results, in either order', async () => {
  const row = openRow()
  await row.press('one')
  await row.press('two')
  await row.answer(1, 'b')
  await row.answer(0, 'a')
  expect(row.heard.filter((heard) => heard.includes(':'))).toEqual(['two: b', 'one: a'])
})

test('a user who has left the page is not redirected', async () => {
  const row = openRow()
  await row.press('copy')
  window.history.replaceState(null, '', '/orders')
  await row.answer(0, 'O-2')
  expect(row.heard).toEqual(['copy: O-2', 'settled'])
})
