import { execFileSync } from 'node:child_process'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import { expect, test } from 'vitest'
import { firstOrder, tokenCommand, uploadCommand } from './first-call.ts'

const today = new Date('2026-12-31T23:30:00Z')

/** Runs shell lines with `curl` replaced by a function, and returns their output. */
function runShell(curl: string, lines: string): string {
  return execFileSync('sh', ['-c', `curl() { ${curl}; }\n${lines}`], {
    encoding: 'utf8',
    env: { CLIENT_ID: 'id', CLIENT_SECRET: 'se cret', TOKEN: 'tok', PATH: process.env.PATH ?? '' },
  })
}

test('the first order is an order for the next day', () => {
  const order = JSON.parse(firstOrder(today))
  expect(order).toMatchObject({ operation: 'CREATE', order_identifier: 'FIRST-ORDER-1' })
  expect(order.consignments[0].pickup_stop.date).toBe('2027-01-01')
})

test('the first order is accepted by the interface', () => {
  expect(OrderUpload.safeParse(JSON.parse(firstOrder(today))).error).toBeUndefined()
})

test('the upload line is safe in a shell and sends the order unchanged', () => {
  const printed = runShell(`printf '%s\\n' "$@"`, uploadCommand('http://host:8080', today))
  const [head, body] = printed.split('\n-d\n')
  expect(head).toBe(
    '-X\nPOST\nhttp://host:8080/v1/orders/order/upload\n-H\nAuthorization: Bearer tok\n-H\nContent-Type: application/json',
  )
  expect(JSON.parse(body ?? '')).toEqual(JSON.parse(firstOrder(today)))
})

test('the token line extracts exactly the access token, with any text around it', () => {
  const answer = `printf '{"token_type":"Bearer","access_token": "abc.def-_ghi","expires_in":3600}'`
  expect(runShell(answer, `${tokenCommand('http://host')}\nprintf '%s' "$TOKEN"`)).toBe('abc.def-_ghi')
})
