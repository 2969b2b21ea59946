import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { CommandContext, DecideAgain, DecidedCommand, Decider } from './decider.js';
import type { AnyEventDeclaration, DomainEvent, StreamCategory } from './event.js';
import type { LiveTopics } from './live-topics.js';
import type { OwnDataSource } from './own-data.js';
import type { AnyProjection } from './projection.js';
import type { Reaction, Saga } from './saga.js';

/** The streams, events, projections, sagas and live topics of one feature. */
export interface FeatureDeclaration {
  /** The categories of the streams it writes. */
  readonly streams?: readonly Pick<StreamCategory, 'prefix'>[];
  /** Those of them with the id of a user who has a data key from the first event on. */
  readonly subjects?: readonly Pick<StreamCategory, 'prefix'>[];
  readonly events?: readonly AnyEventDeclaration[];
  readonly projections?: readonly AnyProjection[];
  readonly sagas?: readonly SagaWithCommand[];
  readonly live?: readonly LiveTopics[];
  /** Who takes the decisions on its streams again that must survive a restore. */
  readonly safety?: readonly SafetyDecider[];
  /** The Nest commands that remove what it keeps for a user whose account is taken over by the owner of its mailbox, or closed. */
  readonly leftovers?: readonly LeftoversCommand[];
  /** Its providers that have data about a person for the download of one's data. */
  readonly ownData?: readonly Type<OwnDataSource>[];
  /** HTTP status of each code with which it refuses, unless it is 422. */
  readonly refusals?: Readonly<Record<string, number>>;
}

/** Why the saved data of an account is removed. */
export type LeftoversCause = 'reclaimed' | 'closed';

/** Removes all that a feature keeps for a user; null when there is nothing to remove. A repeat changes nothing. */
export type LeftoversCommand = (uid: string, cause: LeftoversCause) => object | null;

/** Takes every decision of the streams with this prefix again whose event its feature declares with `safety`. */
export interface SafetyDecider {
  readonly prefix: string;
  readonly decider: Decider<unknown, DecidedCommand & DecideAgain, DomainEvent>;
}

/** The streams of a category with the decider of their safety decisions, which takes any of them again. */
export function decidedAgain(
  { prefix }: Pick<StreamCategory, 'prefix'>,
  decider: {
    readonly name: string;
    readonly decide: (command: DecidedCommand & DecideAgain<never>, state: never) => unknown;
  },
): SafetyDecider {
  return { prefix, decider: decider as unknown as SafetyDecider['decider'] };
}

/** A saga with the Nest command for each of its reactions. */
export interface SagaWithCommand {
  readonly saga: Saga;
  commandOf(command: Reaction['command'], context: CommandContext): object;
}

export function withCommand<State, Command extends Reaction['command'], Event extends DomainEvent>(
  saga: Saga<State, Command, Event>,
  commandOf: (command: Command, context: CommandContext) => object,
): SagaWithCommand {
  return { saga, commandOf };
}

/** The declarations of all features of an application; also their injection token. */
export class Features {
  /** The prefixes of their stream names, sorted. */
  readonly prefixes: readonly string[];
  /** The prefixes of streams that are named by a user with a data key. */
  readonly subjects: readonly string[];
  readonly events: readonly AnyEventDeclaration[];
  readonly projections: readonly AnyProjection[];
  readonly sagas: readonly SagaWithCommand[];
  readonly live: readonly LiveTopics[];
  readonly leftovers: readonly LeftoversCommand[];
  readonly ownData: readonly Type<OwnDataSource>[];
  readonly safety: readonly SafetyDecider[];
  readonly refusals: Readonly<Record<string, number>>;

  /** @throws Error when two features declare one refusal, or when a projection, saga, live topic or safety decider reads streams that no feature declares */
  constructor(private readonly declarations: readonly FeatureDeclaration[]) {
    const all = <Part>(part: (declaration: FeatureDeclaration) => readonly Part[] | undefined) =>
      declarations.flatMap((declaration) => part(declaration) ?? []);
    this.prefixes = [...new Set(all(({ streams }) => streams).map(({ prefix }) => prefix))].sort();
    this.subjects = all(({ subjects }) => subjects).map(({ prefix }) => prefix);
    this.events = all(({ events }) => events);
    this.projections = all(({ projections }) => projections);
    this.sagas = all(({ sagas }) => sagas);
    this.live = all(({ live }) => live);
    this.leftovers = all(({ leftovers }) => leftovers);
    this.ownData = all(({ ownData }) => ownData);
    this.safety = all(({ safety }) => safety);
    const refusals = all(({ refusals: declared = {} }) => Object.entries(declared));
    this.refusals = Object.fromEntries(refusals);
    const twice = refusals.map(([code]) => code).filter((code, at, codes) => codes.indexOf(code) < at);
    if (twice.length > 0) throw new Error(`Refusals that two features declare: ${twice.join(', ')}`);
    const sagas = this.sagas.map(({ saga }) => saga);
    for (const { name, prefixes } of [...this.projections, ...sagas, ...this.live])
      this.requireDeclared(name, prefixes);
    for (const { decider, prefix } of this.safety) this.requireDeclared(decider.name, [prefix]);
    for (const { name, shared } of sagas) this.requireDeclared(name, shared?.prefixes ?? []);
  }

  /** What takes a decision of this type again: its feature declares the event and the decider. */
  deciderAgain(type: string, stream: string): SafetyDecider['decider'] {
    const feature = this.declarations.find(({ events }) => events?.some((event) => event.type === type));
    const found = feature?.safety?.find(({ prefix }) => stream.startsWith(prefix));
    if (!found) throw new Error(`nobody decides ${type} on ${stream}`);
    return found.decider;
  }

  private requireDeclared(reader: string, prefixes: readonly string[]): void {
    const unknown = prefixes.filter((prefix) => !this.prefixes.includes(prefix));
    if (unknown.length > 0)
      throw new Error(`${reader} reads ${unknown.join(', ')}: no EventSourcingModule.forFeature declares it`);
  }
}

/** A module import with the declaration of a feature. */
interface FeatureImport extends DynamicModule {
  readonly declaration: FeatureDeclaration;
}

/** Declares the streams, events, projections, sagas and live topics of a feature module; there is no other list of them. */
@Module({})
export class EventSourcingModule {
  static forFeature(declaration: FeatureDeclaration): DynamicModule {
    const feature: FeatureImport = { module: EventSourcingModule, declaration };
    return feature;
  }

  /** Provides the declarations of all features to the engine. */
  static forRoot(features: Features): DynamicModule {
    return {
      module: EventSourcingModule,
      global: true,
      providers: [{ provide: Features, useValue: features }],
      exports: [Features],
    };
  }
}

/** Collects the declarations of a module and its imports without starting Nest. */
export function featuresOf(root: Type | DynamicModule): Features {
  const seen = new Set<unknown>();
  const found: FeatureDeclaration[] = [];
  const visit = (imported: unknown): void => {
    if (seen.has(imported)) return;
    seen.add(imported);
    const { module = imported, imports = [], declaration } = imported as Partial<FeatureImport>;
    if (declaration) found.push(declaration);
    const own = (Reflect.getMetadata('imports', module as object) ?? []) as readonly unknown[];
    for (const next of [...own, ...imports]) visit(next);
  };
  visit(root);
  return new Features(found);
}
