import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { PASTED_POSITION } from '@kernel/positions';
import { pastedLine } from '@kernel/text/pasted-text';
import { HISTORY_BASES, type HistoryBasis, type HistoryPlace, type SenderAt } from '@kernel/staff/sender-at';
import { Box, Flex, Group } from '@mantine/core';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Muted } from '../../ui/parts/text';
import { IconButton } from '../../ui/forms/icon-button';
import { Segments } from '../../ui/forms/segments';
import { TextField } from '../../ui/forms/text-field';
import { shortPosition } from '../../review/reveal/access-reason';
import { SenderAtLine } from './sender-at-line';

/** Which instant to show; now without either. */
export type Point = Readonly<{ instant?: string } | { position?: string }>;

const POSITION_MAX_LENGTH = 64;
const SECONDS = '2026-11-19T03:10:00'.length;

interface SenderAtPointProps {
  readonly at: SenderAt;
  readonly busy: boolean;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onShow: (point: Point, basis: HistoryBasis) => void;
  readonly onBasis: (basis: HistoryBasis) => void;
}

/** The instant of the page in the history, and the ways to another one. */
export function SenderAtPoint({ at, busy, inputRef, onShow, onBasis }: SenderAtPointProps) {
  const { t } = useTranslation();
  const { basis } = at;
  const step = (label: string, icon: 'chevronLeft' | 'chevronRight', place: HistoryPlace | null) => (
    <IconButton
      icon={icon}
      label={label}
      disabled={place === null}
      onClick={() => {
        if (place) onShow({ position: place.position }, basis);
      }}
    />
  );
  return (
    <Card>
      <Group className="then-controls" gap="var(--s-8) var(--s-12)">
        <Group gap="xs" wrap="nowrap" align="stretch">
          {step(t('replay.previous'), 'chevronLeft', at.previous)}
          {step(t('replay.next'), 'chevronRight', at.next)}
        </Group>
        <PointForm
          key={`${at.instant} ${at.position ?? ''}`}
          {...{ at, busy, inputRef }}
          onShow={(point) => onShow(point, basis)}
        />
        <Segments
          label={t('senderAt.basis')}
          labelHidden
          value={basis}
          options={HISTORY_BASES.map((value) => ({ value, label: t(`senderAt.bases.${value}`) }))}
          onChange={onBasis}
        />
      </Group>
      <SenderAtLine at={at} onInstant={(instant) => onShow({ instant }, basis)} />
    </Card>
  );
}

interface PointFormProps extends Pick<SenderAtPointProps, 'at' | 'busy' | 'inputRef'> {
  readonly onShow: (point: Point) => void;
}

/** An instant in the reader's time zone, or a position; the one that was typed last counts. */
function PointForm({ at, busy, inputRef, onShow }: PointFormProps) {
  const { t } = useTranslation();
  const [instant, setInstant] = useState(localText(at.instant));
  const [position, setPosition] = useState(shortPosition(at.position ?? ''));
  const [typed, setTyped] = useState<'instant' | 'position'>('instant');
  const [error, setError] = useState<string | null>(null);
  const submit = () => {
    const point = typed === 'instant' ? instantIn(instant) : positionIn(position);
    if (point) onShow(point);
    else setError(t(`senderAt.wrong.${typed}`));
  };
  return (
    <Flex
      wrap="wrap"
      component="form"
      className="then-form"
      align="baseline"
      gap="var(--s-8) var(--s-12)"
      flex={{ base: '1 1 100%', sm: '1 1 480px' }}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <Box w={248}>
        <TextField
          ref={inputRef}
          type="datetime-local"
          step={1}
          aria-label={t('senderAt.instant')}
          value={instant}
          error={typed === 'instant' ? error : null}
          onChange={(event) => {
            setInstant(event.currentTarget.value);
            setTyped('instant');
            setError(null);
          }}
        />
      </Box>
      <Muted span>{t('senderAt.orPosition')}</Muted>
      <Box w={112}>
        <TextField
          aria-label={t('senderAt.position')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={POSITION_MAX_LENGTH}
          value={position}
          error={typed === 'position' ? error : null}
          onChange={(event) => {
            setPosition(event.currentTarget.value);
            setTyped('position');
            setError(null);
          }}
        />
      </Box>
      <Button type="submit" tone="primary" size="sm" busy={busy} busyText={t('senderAt.busy')}>
        {t('senderAt.show')}
      </Button>
    </Flex>
  );
}

/** In the form of the browser's own field, to the second. */
function localText(instant: string): string {
  const date = new Date(instant);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, SECONDS);
}

/** The end of the second that was chosen; null when that is no time or in the future. */
function instantIn(text: string): Point | null {
  const ms = Date.parse(text);
  const nowMs = Date.now();
  if (Number.isNaN(ms) || ms > nowMs) return null;
  return { instant: new Date(Math.min(ms + 999, nowMs)).toISOString() };
}

function positionIn(text: string): Point | null {
  const position = pastedLine(text);
  return PASTED_POSITION.test(position) ? { position } : null;
}
