import '@mantine/core/styles/Code.layer.css';
import { useState } from 'react';
import { Code } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReplayStep } from '@kernel/compliance';
import { Segments } from '../ui/segments';
import { useReplayValue } from './use-replay-value';

type View = 'state' | 'json';

/** The state after an event with its changes, or the recorded event. */
export function ReplayState({ step }: { readonly step: ReplayStep }) {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('state');
  const { event } = step;
  return (
    <div className="replay-state">
      <Segments<View>
        label={t('compliance.view')}
        value={view}
        onChange={setView}
        options={[
          { value: 'state', label: t('compliance.stateAndDifference') },
          { value: 'json', label: t('compliance.rawJson') },
        ]}
      />
      {view === 'state' ? (
        <StateLines step={step} />
      ) : (
        <Code block mah={480} my="sm" tabIndex={0} aria-label={t('compliance.rawJson')}>
          {JSON.stringify(event, null, 2)}
        </Code>
      )}
      <dl className="replay-place t12 muted">
        <div>
          <dt>{t('compliance.stream')}</dt>
          <dd className="mono">{event.stream}</dd>
        </div>
        <div>
          <dt>{t('compliance.revision')}</dt>
          <dd>{event.revision}</dd>
        </div>
        <div>
          <dt>{t('compliance.position')}</dt>
          <dd>{event.position.replace(/^0+(?=.)/, '')}</dd>
        </div>
        <div>
          <dt>{t('compliance.actor')}</dt>
          <dd>
            {t(`compliance.actors.${event.actor.kind}`)} {event.actor.id.slice(0, 8)}
          </dd>
        </div>
      </dl>
    </div>
  );
}

function StateLines({ step }: { readonly step: ReplayStep }) {
  const { t } = useTranslation();
  const changes = new Map(step.change.map((change) => [change.field, change]));
  const readable = useReplayValue();
  return (
    <dl className="state-lines t14">
      {Object.entries(step.state).map(([field, value]) => {
        const change = changes.get(field);
        return (
          <div key={field} className={change ? 'state-changed' : undefined}>
            <dt>
              {change && <span aria-hidden="true">± </span>}
              {t(`compliance.fields.${field}`)}
            </dt>
            <dd className="mono">
              {change && (
                <>
                  <del>
                    <span className="visually-hidden">{t('compliance.before')} </span>
                    {readable(field, change.before)}
                  </del>
                  <span aria-hidden="true"> → </span>
                </>
              )}
              <span className={change ? 'strong' : undefined}>{readable(field, value)}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
