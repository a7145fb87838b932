import * as contract from '@cartage/contract/mails/app/automatic'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call, callDry } from '../api/call.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'

/** Rules for automatic e-mails. */
export const mailRulesQuery = queryOptions({
  queryKey: ['mail-rules'],
  queryFn: () => call(contract.listMailRules, {}),
})

/** Settings of a rule. */
export type RuleBody = Pick<contract.MailRule, 'is_on' | 'origins' | 'late_minutes'>

/** E-mails that a rule would send; nothing is sent. */
export function rulePreviewQuery({ kind, body }: { kind: contract.AutomaticMailKind; body: RuleBody }) {
  return queryOptions({
    queryKey: ['mail-rules', 'preview', kind, body],
    queryFn: () => callDry(contract.previewMailRule, { params: { mail_kind: kind }, body }),
    retry: false,
    gcTime: 0,
  })
}

/** Sets the rule of an automatic e-mail. */
export function useSetRule(kind: contract.AutomaticMailKind) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RuleBody) => call(contract.setMailRule, { params: { mail_kind: kind }, body }),
    onSettled: () => refresh(client, 'mail_rule'),
  })
}

/** Automatic e-mails of a company. */
export const mailChoicesQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['companies', 'mail-choices', companyId],
    queryFn: () => call(contract.listMailChoices, { params: { company_id: companyId } }),
  })

/** Sets whether a company receives an automatic e-mail. */
export function useSetChoice(companyId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, ...body }: contract.MailChoice) =>
      call(contract.setMailChoice, { params: { company_id: companyId, mail_kind: kind }, body }),
    onSettled: () => refresh(client, 'company'),
  })
}
