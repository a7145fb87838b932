import { expect, test } from 'vitest'
import { targetOf } from './links.ts'

const origin = 'https://tms.example'

test.each([
  ['limits.md', 'webhooks', { guide: 'limits', hash: '' }],
  ['../guides/limits.md#what-is-left', 'rules-orders', { guide: 'limits', hash: 'what-is-left' }],
  ['../rules/orders.md#ORD-8', 'limits', { guide: 'rules-orders', hash: 'ORD-8' }],
  ['orders.md', 'rules-events', { guide: 'rules-orders', hash: '' }],
  ['planner.nl.md', 'limits', { guide: 'planner', hash: '' }],
  ['backup.md', 'install', { guide: 'backup', hash: '' }],
  ['post-invoices.md', 'send-invoices', { guide: 'post-invoices', hash: '' }],
  ['/api-reference', 'limits', { address: '/api-reference' }],
  ['https://tms.example/orders?peek=1', 'limits', { address: '/orders?peek=1' }],
])('a link to %s on the page %s stays in the application', (href, page, target) => {
  expect(targetOf(href, page, origin)).toEqual(target)
})

test.each([
  ['../cli.md#one-tenant'],
  ['gone.md'],
  ['constructor.md'],
  ['../decisions/0010-limits-exact-and-shared.md'],
  ['https://elsewhere.example/'],
  ['https://tms.example.elsewhere.example/'],
  ['//elsewhere.example/'],
  ['/\\elsewhere.example/'],
  ['javascript:alert(1)'],
  ['#here'],
])('a link to %s leads nowhere', (href) => {
  expect(targetOf(href, 'limits', origin)).toBeUndefined()
})
