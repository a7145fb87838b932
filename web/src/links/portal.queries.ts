import * as links from '@cartage/contract/doors/app/portal-links'
import type { Request } from '@cartage/contract/endpoint'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { lastUseMs } from '../api/last-use.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

const keyOf = (companyId: string) => ['companies', 'portal-links', companyId]

/** The people of a customer who were invited to the portal, the newest first. */
export function portalLinksQuery(companyId: string) {
  return queryOptions({
    queryKey: keyOf(companyId),
    queryFn: () => call(links.listPortalLinks, { params: { company_id: companyId } }),
    refetchInterval: lastUseMs,
  })
}

/** Invites a person; only the response contains the URL of the link. */
export function useInvite(companyId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<typeof links.createPortalLink>['body']) =>
      call(links.createPortalLink, { params: { company_id: companyId }, body }),
    onSettled: () => refresh(queryClient, 'door_link'),
  })
}

/** Revokes a portal link at once. */
export function useRevokePortalLink(companyId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (door_link_id: string) =>
      call(links.revokePortalLink, { params: { company_id: companyId, door_link_id }, body: undefined }),
    onSettled: () => refresh(queryClient, 'door_link'),
  })
}
