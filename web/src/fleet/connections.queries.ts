import type { Request } from '@cartage/contract/endpoint'
import * as contract from '@cartage/contract/positions/app/connections'
import { listResourceRecords } from '@cartage/contract/resources/app/record'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { lastUseMs } from '../api/last-use.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Position sources with the last report of each device. */
export const connectionsQuery = queryOptions({
  queryKey: ['telematics', 'connections'],
  queryFn: () => call(contract.listTelematicsConnections, {}),
  refetchInterval: lastUseMs,
})

export type NewConnection = NonNullable<Request<typeof contract.addTelematicsConnection>['body']>
type ChangedConnection = NonNullable<Request<typeof contract.changeTelematicsConnection>['body']>
type ChosenVehicle = NonNullable<Request<typeof contract.setTelematicsVehicle>['body']>

/** Commands on connections. The list is reloaded afterwards. */
export function useConnectionActions() {
  const queryClient = useQueryClient()
  const onSettled = () => refresh(queryClient, 'telematics_connection')
  const add = useMutation({
    mutationFn: (body: NewConnection) => call(contract.addTelematicsConnection, { body }),
    onSettled,
  })
  const change = useMutation({
    mutationFn: async ({ connection_id, body }: { connection_id: string; body: ChangedConnection }) =>
      void (await call(contract.changeTelematicsConnection, { params: { connection_id }, body })),
    onSettled,
  })
  const renew = useMutation({
    mutationFn: (connection_id: string) => call(contract.rotateTelematicsToken, { params: { connection_id } }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: async (connection_id: string) =>
      void (await call(contract.removeTelematicsConnection, { params: { connection_id } })),
    onSettled,
  })
  const choose = useMutation({
    mutationFn: async (body: ChosenVehicle) => void (await call(contract.setTelematicsVehicle, { body })),
    onSettled,
  })
  const allow = useMutation({
    mutationFn: async (is_allowed: boolean) => void (await call(contract.setDriverPositions, { body: { is_allowed } })),
    onSettled,
  })
  return { add, change, renew, remove, choose, allow }
}

/** Vehicles whose name, plate or id matches a text. */
export async function findVehicles(q: string) {
  const { items } = await call(listResourceRecords, {
    query: { ...(q !== '' && { q }), sort: 'name', offset: 0, limit: 20 },
  })
  return items.filter(({ resource_type }) => resource_type !== 'DRIVER')
}
