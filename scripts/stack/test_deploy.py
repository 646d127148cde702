"""What is published, and what the templates say at the edge: no stack can show either."""

import re
import tempfile
import unittest
from pathlib import Path

from stack import deploy
from stack.places import ROOT


class Publishing(unittest.TestCase):
    def test_publishes_pages_last_and_no_source_maps(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("index.html", "assets/app.js", "assets/app.js.map", "assets/app.css"):
                file = Path(folder, name)
                file.parent.mkdir(exist_ok=True)
                file.write_text("")
            names = [name for name, _ in deploy._in_order(Path(folder))]
        self.assertEqual(names, ["assets/app.css", "assets/app.js", "index.html"])


class Edge(unittest.TestCase):
    def text(self, name: str) -> str:
        return Path(ROOT, name).read_text()

    def test_the_content_security_policy_names_its_sources(self) -> None:
        policy = self.text("infra/hosting.yaml").split("ContentSecurityPolicy: !Join")[1].split("Distribution:")[0]
        for directive in ("default-src 'self'", "script-src 'self'", "object-src 'none'", "frame-ancestors 'none'"):
            self.assertIn(f"- {directive}\n", policy)
        self.assertEqual(re.findall(r"https:(?!//)|wss:(?!//)|(?<=[ '])\*(?=[ '\n])", policy), [])

    def test_an_own_domain_wants_tls_1_2(self) -> None:
        self.assertIn("MinimumProtocolVersion: TLSv1.2_2021", self.text("infra/hosting.yaml"))

    def test_rest_and_uploads_accept_only_the_web_apps_origin(self) -> None:
        rest = self.text("infra/rest.yaml")
        self.assertNotIn("'*'", rest)
        allowed = rest.count("""AllowOrigin: !Sub "'${WebOrigin}'\"""") + rest.count("""Allow-Origin: !Sub "'${WebOrigin}'\"""")
        self.assertEqual(allowed, 4)
        self.assertIn("AllowedOrigins: [!Ref WebOrigin]", self.text("infra/data.yaml"))
        origin = 'WebOrigin: !If [IsHosted, !GetAtt Hosting.Outputs.Url, "*"]'
        self.assertEqual(self.text("template.yaml").count(origin), 2)

    def test_rest_rejects_tokens_of_other_clients(self) -> None:
        self.assertIn("Identity: {ValidationExpression: !Ref UserPoolClientId}", self.text("infra/rest.yaml"))

    def test_graphql_rejects_tokens_of_other_clients_and_hides_the_schema_in_production(self) -> None:
        graphql = self.text("infra/graphql.yaml")
        self.assertIn("AppIdClientRegex: !Ref UserPoolClientId", graphql)
        self.assertIn("IntrospectionConfig: !If [IsProduction, DISABLED, ENABLED]", graphql)
        self.assertRegex(graphql, r"QueryDepthLimit: \d+")
        self.assertRegex(graphql, r"ResolverCountLimit: \d+")


if __name__ == "__main__":
    unittest.main()
