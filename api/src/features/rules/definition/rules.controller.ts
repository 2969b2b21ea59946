import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Config } from '../../../config/config.js';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ReadsViews } from '../../../http/contract/position.interceptor.js';
import {
  CurrentPrincipal,
  RequireRoles,
  RequireStepUp,
  type Principal,
} from '../../../http/contract/principal.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { HISTORY_ROLES, REVIEW_ROLES } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { RULE_ID_PATTERN } from '../../../kernel/staff/rules.js';
import type { LiftResult } from '../../../kernel/staff/standing.js';
import { ruleOfWire, type RuleDetail, type RuleList } from '../../../kernel/staff/rule-views.js';
import { fraudRulesProjection } from './fraud-rules.projection.js';
import { GetRule, GetRules } from './get-rules.query.js';
import { RulePlaces } from './rule-places.js';
import { ActivateRuleDto, DraftRuleDto, RuleReasonDto } from './rules.dto.js';
import { suspiciousTransactionsProjection } from '../../review/cases/suspicious-transactions.projection.js';
import { requirePossible } from '../evaluation/possible-rule.rules.js';
import { CurrentLead, TakesTwoLeads, type Lead } from '../../access/two-leads.js';
import { WorkRule } from './work-rule.command.js';

const OfRule = () =>
  ApiParam({
    name: 'id',
    description: 'Of the rule',
    schema: { type: 'string', pattern: RULE_ID_PATTERN.source },
  });

/** Fraud rules as data: staff draft them, and a lead other than the drafter puts them in force. */
@ApiTags('compliance')
@RequireRoles(...HISTORY_ROLES)
@Controller('compliance/rules')
export class RulesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getRules: GetRules,
    private readonly getRule: GetRule,
    private readonly places: RulePlaces,
    private readonly config: Config,
  ) {}

  /** Every rule with what it found in the last 30 days. */
  @Get()
  @ReadsViews(fraudRulesProjection, suspiciousTransactionsProjection)
  list(): Promise<RuleList> {
    return this.getRules.execute();
  }

  /** One rule: its versions with what each found, its draft, and who did what. */
  @Get(':id')
  @ReadsViews(fraudRulesProjection, suspiciousTransactionsProjection)
  @Refuses('not_found')
  @OfRule()
  one(@Param('id') id: string): Promise<RuleDetail> {
    return this.getRule.execute(id);
  }

  /**
   * Saves the draft of a rule, also of a new one. 400 `rule_impossible` with the wrong `fields` of a definition that could
   * never alert or act.
   */
  @Post(':id/draft')
  @RequireRoles(...REVIEW_ROLES)
  @ReadsViews(fraudRulesProjection)
  @Refuses(
    'not_found',
    'rule_impossible',
    'rule_retired',
    'too_many_rules',
    'too_many_drafts',
    'clock_suspect',
  )
  @OfRule()
  @HttpCode(204)
  async draft(@CurrentPrincipal() person: Principal, @Param('id') id: string, @Body() body: DraftRuleDto) {
    if (!RULE_ID_PATTERN.test(id)) throw new DomainError('not_found');
    const definition = ruleOfWire(body.definition);
    // A draft that the decider would refuse takes no place.
    requirePossible(definition, this.config.MIN_TRANSFER_CENTS);
    await this.places.claim(id, person.uid);
    await this.work(id, person, { type: 'draft', definition });
  }

  /** Throws the draft away. */
  @Post(':id/draft/discard')
  @RequireRoles(...REVIEW_ROLES)
  @Refuses('not_found', 'rule_retired', 'clock_suspect')
  @OfRule()
  @HttpCode(204)
  async discard(@CurrentPrincipal() person: Principal, @Param('id') id: string): Promise<void> {
    await this.work(id, person, { type: 'discard' });
  }

  /** Returns the draft with a reason: it is not activated before it is saved again. */
  @Post(':id/draft/return')
  @RequireRoles('lead')
  @Refuses('not_found', 'rule_retired', 'nothing_drafted', 'needs_second_person', 'clock_suspect')
  @OfRule()
  @HttpCode(204)
  async return(
    @CurrentPrincipal() person: Principal,
    @Param('id') id: string,
    @Body() { reason }: RuleReasonDto,
  ): Promise<void> {
    await this.work(id, person, { type: 'return', reason });
  }

  /**
   * Puts the draft in force, for every attempt recorded from now on. 403 `needs_second_person` for one's own draft; 409
   * `rule_changed` with `changes` when it is no longer the draft that was read.
   */
  @Post(':id/activate')
  @RequireRoles('lead')
  @RequireStepUp()
  @Refuses(
    ...[
      'not_found',
      'rule_retired',
      'rule_changed',
      'nothing_drafted',
      'needs_second_person',
      'clock_suspect',
    ],
  )
  @OfRule()
  @HttpCode(204)
  async activate(
    @CurrentPrincipal() person: Principal,
    @Param('id') id: string,
    @Body() { draftRevision }: ActivateRuleDto,
  ): Promise<void> {
    await this.work(id, person, { type: 'activate', draftRevision });
  }

  /** The rule alerts on nothing until a definition is activated again. */
  @Post(':id/pause')
  @RequireRoles('lead')
  @RequireStepUp()
  @Refuses('not_found', 'rule_retired', 'rule_not_active', 'clock_suspect')
  @OfRule()
  @HttpCode(204)
  async pause(
    @CurrentPrincipal() person: Principal,
    @Param('id') id: string,
    @Body() { reason }: RuleReasonDto,
  ): Promise<void> {
    await this.work(id, person, { type: 'pause', reason });
  }

  /** Asks to end the rule for good; 204 when another lead had asked: then it has ended. Its cases stay. */
  @Post(':id/retire')
  @RequireRoles('lead')
  @RequireStepUp()
  @Refuses('not_found', 'rule_retired', 'rule_not_active', 'clock_suspect')
  @OfRule()
  @TakesTwoLeads()
  @HttpCode(204)
  async retire(@CurrentLead() lead: Lead, @Param('id') id: string, @Body() { reason }: RuleReasonDto) {
    if ((await this.work(id, lead, { type: 'retire', reason })) === 'requested') lead.asked();
  }

  private work(id: string, { uid }: Pick<Principal, 'uid'>, action: WorkRule['action']): Promise<LiftResult> {
    if (!RULE_ID_PATTERN.test(id)) throw new DomainError('not_found');
    return this.commands.execute(new WorkRule(id, uid, action));
  }
}
