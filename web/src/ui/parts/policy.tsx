import './policy.css';
import type { ReactNode } from 'react';

/** A part of a policy page. */
export interface PolicySection {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface PolicySectionsProps {
  readonly sections: readonly PolicySection[];
  /** 2 on its own page, 3 inside a dialog. */
  readonly headingLevel: 2 | 3;
}

/** Numbered parts, each with its own anchor. */
export function PolicySections({ sections, headingLevel }: PolicySectionsProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return sections.map((section, index) => (
    <section key={section.id} className="policy-section">
      {/* In a dialog the page below may hold the same parts: only a page's own headings are addresses. */}
      <Heading {...(headingLevel === 2 ? { id: section.id, tabIndex: -1 } : {})}>
        {index + 1}. {section.title}
      </Heading>
      {section.content}
    </section>
  ));
}

/** Paragraphs of a part; empty ones are skipped. */
export function Paragraphs({ texts }: { readonly texts: readonly (string | null)[] }) {
  return texts.flatMap((text) => (text === null ? [] : [<p key={text}>{text}</p>]));
}

/** A list of a part. */
export function Points({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
