import '@mantine/core/styles/Code.layer.css';
import '@mantine/core/styles/Table.layer.css';
import { Code, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReplayStep } from '@kernel/compliance';
import { useReplayValue } from './use-replay-value';

interface ReplayStateProps {
  readonly step: ReplayStep;
  /** Of the event, from 1. */
  readonly number: number;
}

/** The state after an event beside its changes, and the recorded event. */
export function ReplayState({ step, number }: ReplayStateProps) {
  const { t } = useTranslation();
  const { event } = step;
  const place = [
    event.stream,
    t('compliance.revision', { revision: event.revision }),
    t('compliance.position', { position: event.position.replace(/^0+(?=.)/, '') }),
    `${t(`compliance.actors.${event.actor.kind}`)} ${event.actor.id.slice(0, 8)}`,
  ];
  return (
    <div className="wrap-anywhere">
      <StateTable step={step} number={number} />
      <p className="t12 muted wrap-anywhere table-note">{place.join(' · ')}</p>
      <details className="table-note">
        <summary className="t14 strong muted">{t('compliance.rawJson')}</summary>
        <Code block className="raw-event" tabIndex={0} aria-label={t('compliance.rawJson')}>
          {JSON.stringify(event, null, 2)}
        </Code>
      </details>
    </div>
  );
}

function StateTable({ step, number }: ReplayStateProps) {
  const { t } = useTranslation();
  const readable = useReplayValue();
  const changes = new Map(step.change.map((change) => [change.field, change]));
  return (
    <Table className="state" horizontalSpacing="sm" verticalSpacing={6} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{step.event.type}</Table.Th>
          <Table.Th>{t('compliance.atEvent', { number })}</Table.Th>
          <Table.Th className="wide-only">
            {number > 1 && t('compliance.beforeEvent', { number: number - 1 })}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {Object.entries(step.state).map(([field, value]) => {
          const change = changes.get(field);
          return (
            <Table.Tr key={field} className={change && 'state-change'}>
              <Table.Th scope="row">
                {change && <span aria-hidden="true">± </span>}
                {t(`compliance.fields.${field}`)}
              </Table.Th>
              <Table.Td>
                {change && number > 1 && (
                  <span className="regular narrow-only">
                    <del>{readable(field, change.before)}</del> →{' '}
                  </span>
                )}
                {readable(field, value)}
              </Table.Td>
              <Table.Td className="muted wide-only">
                {number > 1 && (change ? <del>{readable(field, change.before)}</del> : t('compliance.same'))}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
