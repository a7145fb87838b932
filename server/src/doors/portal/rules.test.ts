import { portalStates } from '@cartage/contract/doors/app/portal'
import { expect, test } from 'vitest'
import { portalState, portalUpload, statusesOf } from './rules.ts'

test('every state of the portal represents states of orders, and all of them together filter nothing', () => {
  for (const state of portalStates) {
    expect(statusesOf([state]).length).toBeGreaterThan(0)
    for (const status of statusesOf([state])) expect(portalState(status)).toBe(state)
  }
  expect(statusesOf(portalStates)).toEqual([])
})

test('PORTAL-4: a refused entry waits for a planner, and the reason is not shown', () => {
  const read = (upload_status: 'COMPLETED' | 'ERROR' | 'TODO', order_id: string | null) =>
    portalUpload({ upload_status, order_id }).state
  expect([read('TODO', null), read('COMPLETED', 'id'), read('ERROR', null), read('ERROR', 'id')]).toEqual([
    ...['IN_PROGRESS', 'TAKEN', 'IN_REVIEW', 'IN_REVIEW'],
  ])
})
