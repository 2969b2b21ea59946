import type { Position } from '../../../event-sourcing/event.js';
import { streamId } from '../../../event-sourcing/event.js';
import { stateless, type Saga } from '../../../event-sourcing/saga.js';
import type {
  RulePaused,
  RuleRetired,
  RuleRetireRequested,
} from '../../rules/definition/rule-events.rules.js';
import type { LeadMailKind } from './mail-kinds.rules.js';

/** A lead's step that weakens or ends a fraud rule. */
export interface RuleWork {
  readonly ruleId: string;
  /** A uid. */
  readonly by: string;
  readonly at: string;
}

/** A mail to every lead. */
export interface RequestedLeadMail {
  readonly type: 'MailLeads';
  readonly kind: LeadMailKind;
  /** The UUID of the event. */
  readonly cause: string;
  /** Of the event: everyone who was a lead before it gets the mail. */
  readonly position: Position;
  readonly rule: RuleWork;
}

type Weakened = RulePaused | RuleRetireRequested | RuleRetired;

const KINDS: { readonly [Type in Weakened['type']]: LeadMailKind } = {
  RulePaused: 'rule-paused',
  RuleRetireRequested: 'rule-retire-requested',
  RuleRetired: 'rule-retired',
};

/** A rule that no longer alerts, or soon will not, is reported to all leads. Not in `mail`, whose mails wait for no view. */
export const ruleMailSaga: Saga<null, RequestedLeadMail, Weakened> = {
  ...stateless,
  name: 'rule-mail',
  startAt: 'head',
  prefixes: ['rule-'],
  react({ type, id, stream, position, data: { by }, metadata: { at } }) {
    // The stream has other events too.
    if (!(type in KINDS)) return [];
    const about = { kind: KINDS[type], cause: id, position, rule: { ruleId: streamId(stream), by, at } };
    return [{ commandIdParts: [id], command: { type: 'MailLeads', ...about } }];
  },
};
