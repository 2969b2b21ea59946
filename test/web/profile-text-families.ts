import { EMAIL_ENDS } from '@kernel/people/accounts';
import { WAYS_UNDER_WAY } from '@kernel/people/closing';
import { MAIL_CHOICES } from '@kernel/people/preferences';

const FIELDS = ['name', 'shownAs', 'email', 'language'];
const MAILS = ['mailsMoney', 'mailsLegal'];

/** The keys of the texts of a profile that code puts together, with what stands in them. */
export const PROFILE_TEMPLATES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'about.${field}': [FIELDS],
  'about.${field}Change': [FIELDS],
  'about.missing.${end}': [EMAIL_ENDS],
  'about.confirmLead.${end}': [EMAIL_ENDS],
  'about.confirmGo.${end}': [EMAIL_ENDS],
  'about.stillMissing.${missing}': [EMAIL_ENDS],
  'closing.once.${first.state}': [WAYS_UNDER_WAY],
  'closing.state.${state}': [WAYS_UNDER_WAY],
  'closing.until.${state}': [WAYS_UNDER_WAY],
  'profile.${choice}': [MAIL_CHOICES],
  'profile.${choice}Hint': [[...MAIL_CHOICES, 'emailOptIn']],
  'profile.${kind}': [MAILS],
  'profile.${kind}Hint': [MAILS],
  'profile.${selected.change}': [['link', 'remove']],
  'profile.${selected.change}Named': [['link', 'remove']],
  'yourData.${name}': [['get', 'request']],
  'yourData.${name}Named': [['get', 'request']],
};
