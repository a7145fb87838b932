import * as contract from '@cartage/contract/tenants/app/organisation'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useMutation } from '../api/use-mutation.ts'
import { sessionQuery } from '../session/queries.ts'

/** Name, colour and logo of the organisation. */
export const organisationQuery = queryOptions({
  queryKey: ['settings', 'organisation'],
  queryFn: () => call(contract.getOrganisation, {}),
})

/** Changes name, colour and logo. The sidebar also shows the name. */
export function useIdentityActions() {
  const queryClient = useQueryClient()
  const onSuccess = (answer: contract.Organisation) => {
    queryClient.setQueryData(organisationQuery.queryKey, answer)
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  const change = useMutation({
    mutationFn: (body: { name: string; colour: string | null }) => call(contract.changeOrganisation, { body }),
    onSuccess,
  })
  const putLogo = useMutation({
    mutationFn: async (file: File) =>
      call(contract.putOrganisationLogo, { body: { content: base64Of(new Uint8Array(await file.arrayBuffer())) } }),
    onSuccess,
  })
  const removeLogo = useMutation({ mutationFn: () => call(contract.removeOrganisationLogo, {}), onSuccess })
  return { change, putLogo, removeLogo }
}

/** URL of a logo. */
export function logoAddress(logoId: string): string {
  return contract.getOrganisationLogo.path.replace('{logo_id}', logoId)
}

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
