import { listMailChoices, listMailRules, previewMailRule, setMailChoice, setMailRule } from './automatic.ts'
import {
  draftOrderMail,
  draftTripMail,
  listOrderMails,
  listTripMails,
  resendMails,
  sendOrderMail,
  sendTripMail,
  setMailStatus,
} from './mails.ts'
import { listMailTemplates, previewMailTemplate, resetMailTemplate, setMailTemplate } from './templates.ts'

/** Every operation of e-mails about orders and trips, by its id. */
export const mailEndpoints = {
  listMailTemplates,
  setMailTemplate,
  resetMailTemplate,
  previewMailTemplate,
  listOrderMails,
  draftOrderMail,
  sendOrderMail,
  listTripMails,
  draftTripMail,
  sendTripMail,
  resendMails,
  setMailStatus,
  listMailRules,
  setMailRule,
  previewMailRule,
  listMailChoices,
  setMailChoice,
}
